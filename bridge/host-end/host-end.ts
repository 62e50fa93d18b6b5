import type { Message } from '../protocol.ts';
import type { Receive } from '../transport/transport.ts';

/**
 * The host's end of a channel.
 *
 * - `open` must hand on only what the one guest sent, from its main frame and its exact origin.
 * - `send` must deliver in order to that guest, and to no other page after it has gone.
 * - `close` must undo `open`; it is called once.
 */
export interface HostEnd {
  open(receive: Receive): void;
  send(message: Message): void;
  close(): void;
}
