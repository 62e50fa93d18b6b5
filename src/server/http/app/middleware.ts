import type { MiddlewareHandler } from 'hono';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { pickLang } from '../../platform/texts/messages.ts';
import type { AppEnv } from './answer.ts';

// The request id that a proxy in front has set, accepted only where it is a plain name.
const requestIdPattern = /^[\w.:-]{8,64}$/;

/** Gives each request an id and logs its result in one line, without anything that was sent. */
export const requestLog =
  ({ config, clock, log, random }: Deps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = clock.now().getTime();
    const proxyRequestId = c.req.header('x-request-id') ?? '';
    const requestId = requestIdPattern.test(proxyRequestId) ? proxyRequestId : newId(random, 'req');
    c.set('requestId', requestId);
    c.set('lang', pickLang(c.req.header('accept-language'), config.langs));
    await next();
    // An answer that a browser keeps is shown for other requests, too.
    if (!c.res.headers.get('cache-control')?.includes('max-age')) c.header('x-request-id', requestId);
    if (!config.logRequests) return;
    const { status } = c.res;
    const result = { status, code: c.get('code'), ms: clock.now().getTime() - startedAt };
    log.info('request', { requestId, method: c.req.method, route: c.get('route'), ...result });
  };

/** Refuses requests beyond `max` at once, so that they do not queue before the database. */
export const concurrencyLimit = (max: number): MiddlewareHandler<AppEnv> => {
  let running = 0;
  return async (_, next) => {
    if (running >= max) throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  };
};
