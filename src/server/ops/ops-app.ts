import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { codes, type ErrorCode } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { apiHeaders } from '../http/api-headers.ts';
import { asFault, asRefusal, failure, success } from '../http/envelope.ts';
import { refuse } from '../refuse.ts';
import { decide } from './decisions.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isKey = (given: string | undefined, key: string) => timingSafeEqual(digest(given ?? ''), digest(key));
const name = /^[\p{L}\p{N} ._-]{1,64}$/u;
const headers = { 'content-type': 'application/json; charset=utf-8' };

/** `POST /ops/<decision>` with the operator's key; without a configured key there is nothing here. */
export function createOpsApp(deps: Deps): Hono {
  const app = new Hono();
  const key = deps.config.opsKey;
  const no = (code: ErrorCode) => failure(refuse(code), 'en');
  app.use(apiHeaders(deps.config));
  // The key comes first: nobody without it is read any further.
  app.use(async (c, next) => {
    if (key === null) return c.body(no(codes.recordNotFound), 404, headers);
    if (!isKey(c.req.header('x-ops-key'), key)) return c.body(no(codes.unauthorized), 401, headers);
    return next();
  });
  app.use(bodyLimit({ maxSize: 100_000, onError: (c) => c.body(no(codes.invalidRequest), 413, headers) }));
  app.post('/:decision', async (c) => {
    const by = c.req.header('x-ops-by') ?? 'operator';
    const input: unknown = await c.req.json().catch(() => null);
    try {
      if (!name.test(by)) throw refuse(codes.invalidParameter, { field: 'x-ops-by' });
      const data = await decide(deps, c.req.param('decision'), input ?? {}, by);
      return c.body(success(data), 200, headers);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal) return c.body(failure(refusal, 'en'), 200, headers);
      deps.log.error('ops', error, { decision: c.req.param('decision') });
      return c.body(failure(asFault(error), 'en'), 500, headers);
    }
  });
  return app;
}
