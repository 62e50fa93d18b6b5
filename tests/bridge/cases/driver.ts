// The seam between the cases and whatever carries them. A case runs in node and plays the host over a `HostEnd`; the
// guest stands wherever the channel under test ends: in the same process over a fake window (drivers.ts), or in a page
// of a real engine. For a page: bundle in-page.ts into it, let `Stage.connect` be
// `farGuest((name, args) => evaluate(`soukCases(${JSON.stringify([name, args])})`))`, and let `Stage.end` send and hear
// texts by the platform's own channel object. Then `for (const each of cases) await each.run(await driver.start())`.
// One page may serve all cases: each connects its own guest and destroys it. Cases need no clock but the real one.
import type { Ready } from '../../../bridge/guest/guest-api.ts';
import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import type { EventName, HostState, MethodName, NoteName } from '../../../bridge/protocol.ts';
import type { Attack, AttackReport } from './forge.ts';

/** How a request ended, as a value that crosses from a page: what was answered, or the code of the BridgeError. */
export type Outcome = { readonly r: unknown } | { readonly code: string; readonly message: string };

/** A guest that may stand in another process. All that crosses is JSON. */
export interface FarGuest {
  ready(): Promise<Ready>;
  found(): Promise<boolean>;
  state(): Promise<HostState>;
  request(method: MethodName, params: object): Promise<Outcome>;
  /** The same request `count` times at once. */
  requests(method: MethodName, params: object, count: number): Promise<readonly Outcome[]>;
  note(name: NoteName, params: object): Promise<void>;
  /** What was heard since the guest connected, once it is at least `count` events. */
  heard(count: number): Promise<readonly (readonly [EventName, object])[]>;
  /** Strikes the guest with forged messages from where it stands. */
  attack(plan: Attack): Promise<AttackReport>;
  destroy(): Promise<void>;
}

/** A guest's end and a host's end of a fresh channel. */
export interface Stage {
  /** What the guest calls its transport: the platform's name where a host gives none. */
  readonly transport: string;
  readonly end: HostEnd;
  /** Connects a guest, by detection, as the app does. */
  connect(): Promise<FarGuest>;
  /** Takes the guest and the host's end away. */
  stop(): Promise<void>;
}

export interface Driver {
  readonly name: string;
  start(): Promise<Stage>;
}

/** One behaviour that every channel has. Rejects where it does not hold. */
export interface Case {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}

/** A guest by its calls: `call` carries a name and its arguments to in-page.ts and brings back what it answers. */
export const farGuest = (call: (name: string, args: readonly unknown[]) => Promise<unknown>): FarGuest =>
  new Proxy({} as FarGuest, {
    get: (_, name) => (name === 'then' ? undefined : (...args: unknown[]) => call(String(name), args)),
  });
