import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { createLimiter } from '../platform/limiter.ts';

/** Milliseconds after which a body counts as slow; the body of an ordinary call arrives with its headers. */
const slowAfter = 250;
/** How many slow bodies are awaited at a time from one address or network. */
const perKey = 50;

/**
 * Returns middleware that reads the whole body, up to `limit`, before the request counts as one in progress. A client
 * that only pretends to send so blocks no others; too many of them from one network are refused.
 */
export const bufferBody = (
  limit: MiddlewareHandler,
  addressOf: (c: HonoContext) => string,
): MiddlewareHandler => {
  const slowBodies = createLimiter({
    concurrency: Number.POSITIVE_INFINITY,
    perKey,
    maxQueue: Number.POSITIVE_INFINITY,
  });

  return async (c, next) => {
    if (c.req.method === 'GET') return next();
    const body = limit(c, async () => void (await c.req.text()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, slowAfter, 'late');
    });
    const first = await Promise.race([body, late]).finally(() => clearTimeout(timer));
    const readSlowBody = () =>
      slowBodies(addressOf(c), () => body).catch((error: unknown) => {
        // The rest of the body is not read.
        body.catch(() => undefined);
        c.header('connection', 'close');
        throw error;
      });
    const refused = first === 'late' ? await readSlowBody() : first;
    if (refused) return refused;
    await next();
  };
};
