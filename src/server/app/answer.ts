import type { Context as HonoContext } from 'hono';
import type { CallSpec, Door } from '../../contract/call-spec.ts';
import type { CallName } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import type { Deps, Handler, RequestContext } from '../context.ts';
import { readInput } from '../http/input.ts';
import { uploadGate } from '../http/multipart.ts';
import { callerAddress } from '../http/request.ts';
import { Refusal } from '../refuse.ts';
import { authenticate } from '../session/auth.ts';
import { runCall } from './run-call.ts';

/** What every request is given before anybody looks at it. */
export interface AppEnv {
  /** `route` is the call's name, never its path: that may hold a link's secret. */
  Variables: { requestId: string; lang: string; route?: CallName; code?: number };
}

export interface Route {
  name: CallName;
  spec: CallSpec;
  handler: Handler<CallName>;
}

const isOpen = (door: Door | undefined, c: HonoContext<AppEnv>): boolean =>
  door === true ||
  (door !== undefined && Object.entries(door).every(([name, value]) => c.req.param(name) === value));

// A keyed call may always find its key used.
const mayRefuse = ({ spec }: Route, code: number): boolean =>
  (spec.codes as readonly number[]).includes(code) ||
  (spec.keyed === true && code === codes.invalidOperation);

/** One call from its request to the text of its answer; throws what it refuses. */
export const answer = async (deps: Deps, c: HonoContext<AppEnv>, route: Route): Promise<string> => {
  const { name, spec, handler } = route;
  try {
    const doors = {
      whileBlocked: isOpen(spec.whileBlocked, c),
      whileShutOut: isOpen(spec.whileShutOut, c),
    };
    const signedIn =
      spec.auth === 'user' ? await authenticate(deps, c.req.header('authorization'), doors) : null;
    const context: RequestContext = {
      ...deps,
      actor: signedIn?.actor ?? null,
      tokenHash: signedIn?.tokenHash ?? null,
      lang: c.get('lang'),
      requestId: c.get('requestId'),
      address: callerAddress(c, deps.config),
    };
    const call = { name, spec, handler, key: c.req.header('idempotency-key') };
    const run = async () => runCall(call, context, await readInput(c, spec, deps.config));
    return await (spec.multipart ? uploadGate(context.actor?.userId ?? context.address, run) : run());
  } catch (error) {
    if (error instanceof Refusal && !mayRefuse(route, error.code)) {
      // The merchant still gets the true answer; that the contract does not list it is for us to mend.
      deps.log.error('code off the contract', new Error(`${name} refused with ${error.code}`));
    }
    throw error;
  }
};
