import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { createGate } from '../gate.ts';

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
  const patience = createGate({ atOnce: Number.POSITIVE_INFINITY, each, most: Number.POSITIVE_INFINITY });

  return async (c, next) => {
    if (c.req.method === 'GET') return next();
    const body = limit(c, async () => void (await c.req.text()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, soon, 'late');
    });
    const first = await Promise.race([body, late]).finally(() => clearTimeout(timer));
    const patiently = () =>
      patience(addressOf(c), () => body).catch((error: unknown) => {
        // Nobody reads the rest of it.
        body.catch(() => undefined);
        c.header('connection', 'close');
        throw error;
      });
    const refused = first === 'late' ? await patiently() : first;
    if (refused) return refused;
    await next();
  };
};
