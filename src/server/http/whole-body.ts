import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { codes } from '../../contract/errors.ts';
import { refuse } from '../refuse.ts';

/** A body this late, in milliseconds, is one that is waited for: what a call needs comes with its headers. */
const soon = 250;
/** So many are waited for from one address, or network. */
const each = 50;

/**
 * Has the whole body read, no further than `limit` lets it, before the request takes a place among those that are
 * worked on: who only pretends to send keeps nobody else out, and is told that there are too many like it.
 */
export const wholeBody = (
  limit: MiddlewareHandler,
  addressOf: (c: HonoContext) => string,
): MiddlewareHandler => {
  const awaited = new Map<string, number>();
  const count = (address: string, by: 1 | -1): void => {
    const now = (awaited.get(address) ?? 0) + by;
    if (now === 0) awaited.delete(address);
    else awaited.set(address, now);
  };

  const patiently = async <T>(c: HonoContext, body: Promise<T>): Promise<T> => {
    const address = addressOf(c);
    if ((awaited.get(address) ?? 0) >= each) {
      body.catch(() => undefined);
      // Nobody reads the rest of it.
      c.header('connection', 'close');
      throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    }
    count(address, 1);
    try {
      return await body;
    } finally {
      count(address, -1);
    }
  };

  return async (c, next) => {
    if (c.req.method === 'GET') return next();
    const body = limit(c, async () => void (await c.req.text()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, soon, 'late');
    });
    const first = await Promise.race([body, late]).finally(() => clearTimeout(timer));
    const refused = first === 'late' ? await patiently(c, body) : first;
    if (refused) return refused;
    await next();
  };
};
