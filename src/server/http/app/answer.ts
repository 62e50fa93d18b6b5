import type { Context as HonoContext } from 'hono';
import { type AccessRule, type CallSpec, isKeyed } from '../../../contract/call-spec.ts';
import type { CallName } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { callerAddress } from '../../platform/caller-address.ts';
import type { Deps, Handler, RequestContext } from '../../platform/context.ts';
import { Refusal } from '../../platform/refuse.ts';
import { countDiscarded } from '../../shops/files/discarded-bytes.ts';
import { requireDiscardQuota } from '../../shops/files/uploads.ts';
import { authenticate } from '../../shops/sessions/auth.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { readInput } from '../input.ts';
import { uploadLimiter } from '../multipart.ts';
import { runCall } from './run-call.ts';

/** The variables that every request has before a handler reads it. */
export interface AppEnv {
  /**
   * `route` is the call's name, never its path: that may hold a link's secret. `bodyBytes` is how much of a form was read.
   */
  Variables: { requestId: string; lang: string; route?: CallName; code?: number; bodyBytes?: number };
}

export interface Route {
  name: CallName;
  spec: CallSpec;
  handler: Handler<CallName>;
}

const isAllowed = (rule: AccessRule | undefined, c: HonoContext<AppEnv>): boolean =>
  rule === true ||
  (rule !== undefined && Object.entries(rule).every(([name, value]) => c.req.param(name) === value));

// A keyed call may always answer that its key was used already.
const mayRefuse = ({ spec }: Route, code: number): boolean =>
  (spec.codes as readonly number[]).includes(code) || (isKeyed(spec) && code === codes.invalidOperation);

/**
 * Counts the bytes read of a refused form, and refuses further forms of a shop that has used up its daily quota of them.
 */
const withinQuota = async (
  context: RequestContext,
  c: HonoContext<AppEnv>,
  run: () => Promise<string>,
): Promise<string> => {
  if (!context.caller) return run();
  const shop = await shopOf(context.db, context.caller.shopId);
  await requireDiscardQuota(context, shop);
  try {
    return await run();
  } catch (error) {
    await countDiscarded(context, shop, c.get('bodyBytes') ?? 0);
    throw error;
  }
};

/** Runs one call from its request to the text of its answer; throws what it refuses. */
export const answer = async (deps: Deps, c: HonoContext<AppEnv>, route: Route): Promise<string> => {
  const { name, spec, handler } = route;
  try {
    const rules = {
      whileBlocked: isAllowed(spec.whileBlocked, c),
      whileConfined: isAllowed(spec.whileConfined, c),
      beforeAgreement: spec.beforeAgreement === true,
    };
    const signedIn =
      spec.auth === 'user' ? await authenticate(deps, c.req.header('authorization'), rules) : null;
    const context: RequestContext = {
      ...deps,
      caller: signedIn?.caller ?? null,
      tokenHash: signedIn?.tokenHash ?? null,
      lang: c.get('lang'),
      requestId: c.get('requestId'),
      address: callerAddress(c, deps.config),
    };
    const call = { name, spec, handler, key: c.req.header('idempotency-key') };
    const run = async () => runCall(call, context, await readInput(c, spec, deps.config));
    if (!spec.multipart) return await run();
    return await uploadLimiter(context.caller?.userId ?? context.address, () => withinQuota(context, c, run));
  } catch (error) {
    if (error instanceof Refusal && !mayRefuse(route, error.code)) {
      // The merchant still gets the true answer. The missing code in the contract is a fault of the server.
      deps.log.error('code off the contract', new Error(`${name} refused with ${error.code}`));
    }
    throw error;
  }
};
