import type {
  EventName,
  Events,
  HostState,
  MethodName,
  NoteName,
  Notes,
  Params,
  Result,
} from '../protocol.ts';
import type { Timers } from '../timers.ts';
import type { HostObject } from '../transport/mount.ts';
import type { Transport } from '../transport/transport.ts';

/** The host as it is known once the wait for it is over. */
export interface Ready {
  /** The host's own name, for example `ios`; `none` where no host answered in time. */
  readonly platform: string;
  /** Methods the host answers; asking for another is refused at once with `unsupported`. */
  readonly capabilities: readonly string[];
  readonly state: HostState;
}

/** The value of `ready` where no host answers. */
export const noHost: Ready = { platform: 'none', capabilities: [], state: {} };

/** The app's end of the bridge. */
export interface Guest {
  /** False where no transport was found: then there is nothing to wait for. */
  readonly found: boolean;
  /** Never rejects. Settles with `hi`, at the latest after 3 s, and at once where `found` is false. */
  readonly ready: Promise<Ready>;
  /** Returns the host as it is known now: `ready`, or a later `hi`, with the latest state. */
  host(): Ready;
  /** Returns the latest state, merged; empty before `hi`. */
  state(): HostState;
  /**
   * Listens to an event until the returned function is called. The state of a `hi` within 3 s comes with `ready`; the
   * state of a later one comes as a `state` event, even an empty one, and `host` then returns the rest.
   */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
  /**
   * Sends a request to the host. Always settles: the answer, or a BridgeError.
   * Requests for a token are shared while one is under way.
   */
  request<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Sends the host a note, which needs no answer. Never throws. */
  note<N extends NoteName>(name: N, params: Notes[N]): void;
  /** Ends everything at once: open requests reject with `destroyed`, and no event is delivered any more. */
  destroy(): void;
}

/** What the page says about itself in `hello`. */
export interface PageOptions {
  /** Name and build of the app, sent to the host in `hello`. */
  readonly app: string;
  readonly build: string;
  /** Exact origins that may frame the app, from the page's own configuration; never from a URL or referrer. */
  readonly origins?: readonly string[];
  /** For tests. */
  readonly timers?: Timers;
}

/** Options of `connect`. Without `transport` and `host` it looks for the app or the frame around the page. */
export interface ConnectOptions extends PageOptions {
  /** The host object given to `mount`. */
  readonly host?: HostObject;
  /** Replaces the detected transport. */
  readonly transport?: Transport;
  /** For tests. */
  readonly window?: Window;
}
