import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { codes } from '../../contract/errors.ts';
import { type Refusal, refuse } from '../platform/refuse.ts';
import { failure, jsonHeaders } from './envelope.ts';

/** The answer to a request that arrives too slowly. */
export const requestTimeout =
  'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Answers what Node refuses before it is a request, such as headers and a query of more than 16 kB together, in the
 * envelope of every other answer. In English, as no header of it was read.
 */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // An answer that has begun cannot be followed by another.
  const isAnswering = Boolean(
    (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage?.headersSent,
  );
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return void socket.destroy();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return void endWith(socket, requestTimeout);
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const refusal = isTooLarge
    ? refuse(codes.invalidRequest, { reason: 'too_large' })
    : refuse(codes.badRequest);
  endWith(socket, enveloped(isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request', refusal));
};

const enveloped = (status: string, refusal: Refusal): string => {
  const body = failure(refusal, 'en');
  const head = [
    `HTTP/1.1 ${status}`,
    `content-type: ${jsonHeaders['content-type']}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

/** Sends a whole answer, and ends the connection. */
export const endWith = (socket: Duplex, text: string): void => {
  socket.end(text, () => socket.destroy());
};
