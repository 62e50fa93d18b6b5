import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { codes, type ErrorCode } from '../../contract/errors.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../context.ts';
import { apiHeaders } from '../http/api-headers.ts';
import { asFault, asRefusal, failure, success } from '../http/envelope.ts';
import { refuse } from '../refuse.ts';
import { decide } from './decisions.ts';
import { sessionDecisions } from './session-decisions.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isKey = (given: string | undefined, key: string) => timingSafeEqual(digest(given ?? ''), digest(key));
const name = /^[\p{L}\p{N} ._-]{1,64}$/u;
const headers = { 'content-type': 'application/json; charset=utf-8' };

interface Key {
  key: string;
  /** Who decides by it, where the request names nobody. */
  by: string;
  decides(name: string): boolean;
}

const keysOf = ({ opsKey, sessionKey }: Pick<Config, 'opsKey' | 'sessionKey'>): Key[] => [
  ...(opsKey ? [{ key: opsKey, by: 'operator', decides: () => true }] : []),
  ...(sessionKey
    ? [{ key: sessionKey, by: 'partner', decides: (name: string) => Object.hasOwn(sessionDecisions, name) }]
    : []),
];

/** `POST /ops/<decision>` with a key that is good for it; without a configured key there is nothing here. */
export function createOpsApp(deps: Deps): Hono<{ Variables: { key: Key } }> {
  const app = new Hono<{ Variables: { key: Key } }>();
  const keys = keysOf(deps.config);
  const no = (code: ErrorCode) => failure(refuse(code), 'en');
  app.use(apiHeaders(deps.config));
  // The key comes first: nobody without it is read any further.
  app.use(async (c, next) => {
    if (keys.length === 0) return c.body(no(codes.recordNotFound), 404, headers);
    const [key] = keys.filter((one) => isKey(c.req.header('x-ops-key'), one.key));
    if (!key) return c.body(no(codes.unauthorized), 401, headers);
    c.set('key', key);
    return next();
  });
  app.use(bodyLimit({ maxSize: 100_000, onError: (c) => c.body(no(codes.invalidRequest), 413, headers) }));
  app.post('/:decision', async (c) => {
    const key = c.get('key');
    const by = c.req.header('x-ops-by') ?? key.by;
    const decided = c.req.param('decision');
    const input: unknown = await c.req.json().catch(() => null);
    try {
      if (!name.test(by)) throw refuse(codes.invalidParameter, { field: 'x-ops-by' });
      if (!key.decides(decided)) throw refuse(codes.insufficientPermissions, { field: 'decision' });
      const data = await decide(deps, decided, input ?? {}, by);
      return c.body(success(data), 200, headers);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal) return c.body(failure(refusal, 'en'), 200, headers);
      deps.log.error('ops', error, { decision: decided });
      return c.body(failure(asFault(error), 'en'), 500, headers);
    }
  });
  return app;
}
