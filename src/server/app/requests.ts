import type { MiddlewareHandler } from 'hono';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { pickLang } from '../texts/messages.ts';
import type { AppEnv } from './answer.ts';

// What a proxy in front calls the request, where it is a name and nothing else.
const given = /^[\w.:-]{8,64}$/;

/** Names each request and says what became of it, in one line and without anything that was sent. */
export const requests =
  ({ config, clock, log, random }: Deps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const began = clock.now().getTime();
    const asked = c.req.header('x-request-id') ?? '';
    const requestId = given.test(asked) ? asked : newId(random, 'req');
    c.set('requestId', requestId);
    c.set('lang', pickLang(c.req.header('accept-language'), config.langs));
    await next();
    c.header('x-request-id', requestId);
    if (!config.logRequests) return;
    const { status } = c.res;
    const took = { status, code: c.get('code'), ms: clock.now().getTime() - began };
    log.info('request', { requestId, method: c.req.method, route: c.get('route'), ...took });
  };

/** Keeps a crowd from piling up before the database: whoever comes beyond is told at once, and costs nothing. */
export const atOnce = (most: number): MiddlewareHandler<AppEnv> => {
  let inside = 0;
  return async (_, next) => {
    if (inside >= most) throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    inside += 1;
    try {
      await next();
    } finally {
      inside -= 1;
    }
  };
};
