import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type DecisionRequest, decideOnce, readDecision, runDecision } from '../operators/decisions.ts';
import { forDevelopers, opsRefusals } from '../operators/ops-refusals.ts';
import type { Config } from '../platform/config/config.ts';
import type { Deps } from '../platform/context.ts';
import type { Refusal } from '../platform/refuse.ts';
import { signInDecisions } from '../services/sign-in/sign-in.decisions.ts';
import { asFault, asRefusal, failure, jsonHeaders, success } from './envelope.ts';
import { isUuid } from './input.ts';
import { apiHeaders } from './response-headers.ts';
import { unavailableLog } from './unavailable-log.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSameKey = (sentKey: string | undefined, key: string) =>
  timingSafeEqual(digest(sentKey ?? ''), digest(key));
const personName = /^[\p{L}\p{N} ._-]{1,64}$/u;

/** A key for decisions, and what it allows. */
interface OpsKey {
  key: string;
  /** Who holds it: the namespace of its idempotency keys, and the name of who decides where the request gives none. */
  holder: string;
  mayDecide(name: string): boolean;
  /** Returns the flags as this key means them, and refuses those that it may not name. */
  flagsOf(deps: Deps, request: DecisionRequest): Promise<Record<string, unknown>>;
}

const keysOf = ({ opsKey, sessionKey }: Pick<Config, 'opsKey' | 'sessionKey'>): OpsKey[] => [
  ...(opsKey
    ? [
        {
          key: opsKey,
          holder: 'operator',
          mayDecide: () => true,
          flagsOf: async (_: Deps, { flags }: DecisionRequest) => flags,
        },
      ]
    : []),
  ...(sessionKey
    ? [
        {
          key: sessionKey,
          holder: 'partner',
          mayDecide: (name: string) => Object.hasOwn(signInDecisions, name),
          flagsOf: async (deps: Deps, { decision, flags }: DecisionRequest) =>
            decision.flagsOfPartner?.(deps, flags) ?? flags,
        },
      ]
    : []),
];

/** Reads the flags from the body; an empty body has no flags. */
const readFlags = async (c: HonoContext): Promise<unknown> => {
  const body = await c.req.text();
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw opsRefusals.notJson();
  }
};

const isKeyReused = ({ detail }: Refusal) => detail.reason === 'key_reused';

/** Creates the route `POST /ops/<decision>`, which needs a valid key; without a configured key it answers 404. */
export function createOpsApp(
  deps: Deps,
  logUnavailable = unavailableLog(deps),
): Hono<{ Variables: { key: OpsKey } }> {
  const app = new Hono<{ Variables: { key: OpsKey } }>();
  const keys = keysOf(deps.config);
  const failureText = (refusal: Refusal) => failure(refusal, 'en');
  app.use(apiHeaders);
  app.use(async (c, next) => {
    if (c.req.method === 'POST') return next();
    return c.body(failureText(opsRefusals.method()), 405, { ...jsonHeaders, allow: 'POST' });
  });
  // The key is checked first: without it nothing more of the request is read.
  app.use(async (c, next) => {
    if (keys.length === 0) return c.body(failureText(opsRefusals.off()), 404, jsonHeaders);
    const sentKey = c.req.header('x-ops-key');
    const [key] = keys.filter((one) => isSameKey(sentKey, one.key));
    if (!key) return c.body(failureText(opsRefusals.wrongKey(sentKey)), 401, jsonHeaders);
    c.set('key', key);
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: 100_000,
      onError: (c) => c.body(failureText(opsRefusals.tooLarge()), 413, jsonHeaders),
    }),
  );

  const answer = async (c: HonoContext<{ Variables: { key: OpsKey } }>, name: string, flags: unknown) => {
    const { holder, mayDecide, flagsOf } = c.get('key');
    const by = c.req.header('x-ops-by') ?? holder;
    if (!personName.test(by)) throw opsRefusals.by();
    if (!mayDecide(name)) throw opsRefusals.notByThisKey(name, Object.keys(signInDecisions));
    const read = readDecision(name, flags);
    const request = { ...read, flags: await flagsOf(deps, read) };
    const key = c.req.header('idempotency-key');
    if (key === undefined) {
      if (request.decision.key === 'required') throw opsRefusals.keyMissing(name);
      return success(await runDecision(deps, request, by));
    }
    if (!isUuid(key)) throw opsRefusals.keyForm();
    return decideOnce(deps, request, { sender: holder, key: key.toLowerCase(), by, writeReply: success });
  };

  app.post('/:decision', async (c) => {
    const name = c.req.param('decision');
    let flags: unknown = null;
    try {
      flags = await readFlags(c);
      return c.body(await answer(c, name, flags), 200, jsonHeaders);
    } catch (error) {
      logUnavailable(error);
      const refusal = asRefusal(error);
      if (refusal && isKeyReused(refusal))
        return c.body(failureText(opsRefusals.keyReused(name)), 200, jsonHeaders);
      if (refusal) return c.body(failureText(forDevelopers(refusal, name, flags)), 200, jsonHeaders);
      deps.log.error('ops', error, { decision: name });
      return c.body(failureText(forDevelopers(asFault(error), name, flags)), 500, jsonHeaders);
    }
  });
  app.post('*', (c) => c.body(failureText(opsRefusals.unnamed()), 404, jsonHeaders));
  return app;
}
