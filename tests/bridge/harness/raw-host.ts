import { connect } from '../../../bridge/guest/connect.ts';
import type { ConnectOptions } from '../../../bridge/guest/guest-api.ts';
import type { Message } from '../../../bridge/protocol.ts';
import { mountTransport } from '../../../bridge/transport/mount.ts';
import type { Receive, Transport } from '../../../bridge/transport/transport.ts';
import { every } from '../cases/raw-end.ts';
import { fakeTimers } from './fake-timers.ts';

/** A guest with the test itself as its host: it sees every message and says what it likes, when it likes. */
export const rawHost = (options: Partial<ConnectOptions> = {}) => {
  const clock = fakeTimers();
  const received: Message[] = [];
  let hear: Receive = () => {};
  let isOpen = false;
  const base = mountTransport({
    postMessage: (message) => received.push(message as Message),
    subscribe: (receive) => {
      hear = receive;
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
  });
  const transport: Transport = options.transport ?? base;
  const guest = connect({ app: 'souk', build: 'test', timers: clock.timers, ...options, transport });
  const nonce = (): string => received[0]?.n ?? '';
  const send = (fields: object): void => hear({ souk: 1, n: nonce(), ...fields });
  return {
    guest,
    received,
    clock,
    nonce,
    send,
    deliver: (data: unknown): void => hear(data),
    isOpen: () => isOpen,
    hi: (p: object = {}): void =>
      send({ t: 'hi', p: { version: 1, platform: 'raw', capabilities: every, state: {}, ...p } }),
    requests: (): readonly Message[] => received.filter(({ t }) => t === 'req'),
    notes: (): readonly Message[] => received.filter(({ t }) => t === 'note'),
  };
};

/** How a promise ended, as a value that a table can hold. */
export const outcome = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: { code?: unknown }) => `rejected: ${error.code ?? error}`,
  );
