import type { IncomingMessage } from 'node:http';
import { second } from '../clock.ts';

/** How fast a request's body has to come. */
export interface Pace {
  /** How long it may take without the bytes below, in milliseconds; a body that is done by then is never asked. */
  within: number;
  least: number;
}

/**
 * A photo over a slow line takes a minute and more, so that the time of a body is no measure of it. Longer than the
 * client's 15 s, so that it is the client who gives up and knows why; a tenth of a megabit, so that who only pretends to
 * send does not keep a place.
 */
export const usualPace: Pace = { within: 30 * second, least: 400_000 };

const late = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Ends a request whose body comes too slowly. That it waits here for its turn to be read is no fault of its sender. */
export const keepPace = (request: IncomingMessage, { within, least }: Pace): void => {
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    // All of it is here: however long the answer takes is no concern of this.
    if (request.complete) return clearInterval(timer);
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    const isOurTurn = request.readableLength > 0;
    if (came >= least || isOurTurn) return;
    clearInterval(timer);
    socket.end(late, () => socket.destroy());
  }, within);
  timer.unref();
  request.once('close', () => clearInterval(timer));
};
