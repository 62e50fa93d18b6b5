import type { Message } from '../protocol.ts';

/** How messages are sent. One file a transport; besides them only the code that looks for a host knows platforms. */
export type TransportName =
  | 'mount'
  | 'iframe'
  | 'ios'
  | 'android'
  | 'android-object'
  | 'react-native'
  | 'flutter'
  | 'none';

/** Receives a message, an object or a string. It must not be trusted, and `receive` never throws. */
export type Receive = (data: unknown) => void;

/**
 * The guest's end of a channel.
 *
 * - `open` must start to listen before it returns, and must hand on only what its one possible peer sent.
 * - `send` must deliver in order or throw. Before the `hi` only `hello` is sent, again while no answer comes: it must
 *   reach every peer that may be the host, and no other. Where the platform answers by a promise, its value is
 *   handed to `receive` like any message, and its rejection becomes a `res` with `failed`.
 * - `pin` is called while `receive` runs, when the message just handed on was the `hi` that counts:
 *   from then on only that message's sender is read and sent to. Absent where there is one possible peer.
 * - `close` must undo `open` and is called once, at any time after it.
 */
export interface Transport {
  readonly name: TransportName;
  open(receive: Receive): void;
  send(message: Message): void;
  pin?(): void;
  close(): void;
}
