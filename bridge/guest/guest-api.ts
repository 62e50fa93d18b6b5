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
import type { HostObject } from '../transport/mount.ts';
import type { Transport } from '../transport/transport.ts';

/** What is known of the host once the wait for it is over. */
export interface Ready {
  /** The host's own name, for example `ios`; `none` where no host answered in time. */
  readonly platform: string;
  /** Methods the host answers; asking for another is refused at once with `unsupported`. */
  readonly capabilities: readonly string[];
  readonly state: HostState;
}

/** Where no host answers. */
export const nobody: Ready = { platform: 'none', capabilities: [], state: {} };

/** The app's end of the bridge. */
export interface Guest {
  /** False where no transport was found: then nothing needs to be waited for. */
  readonly found: boolean;
  /** Never rejects. Settles with `hi`, at the latest after 3 s, and at once where `found` is false. */
  readonly ready: Promise<Ready>;
  /** The host as it is known now: what `ready` says, or what a `hi` said that came after it, with the latest state. */
  host(): Ready;
  /** The latest state, merged; empty before `hi`. */
  state(): HostState;
  /**
   * Hears an event until the returned function is called. What a `hi` within 3 s says comes with `ready`; the state
   * of a later one comes as a `state` event, even an empty one, and `host` then says the rest.
   */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
  /**
   * Asks the host. Always settles: the answer, or a BridgeError.
   * Requests for a token are shared while one is under way.
   */
  request<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Tells the host something that needs no answer. Never throws. */
  note<N extends NoteName>(name: N, params: Notes[N]): void;
  /** Ends everything at once: what is open rejects with `destroyed`, nothing is heard any more. */
  destroy(): void;
}

/** The clock of the bridge; tests hand in one that they move by hand. */
export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  /** Milliseconds since any fixed moment. */
  now(): number;
}

/** What a page knows of itself. */
export interface PageOptions {
  /** Name and build of the app, told to the host in `hello`. */
  readonly app: string;
  readonly build: string;
  /** Exact origins that may frame the app, from the page's own configuration; never from a URL or referrer. */
  readonly origins?: readonly string[];
  /** For tests. */
  readonly timers?: Timers;
}

/** What `connect` is given. Without `transport` and `host` it looks for the app or the frame around the page. */
export interface ConnectOptions extends PageOptions {
  /** The host object given to `mount`. */
  readonly host?: HostObject;
  /** Takes the place of the detected one. */
  readonly transport?: Transport;
  /** For tests. */
  readonly window?: Window;
}
