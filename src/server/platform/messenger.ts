import { retry } from '../../retry.ts';
import { second } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Log } from './log.ts';

/**
 * A verification code for a user. The delivering service finds the address by the user's id, or by the shop's phone.
 */
export interface Message {
  kind: 'verify_code';
  purpose: 'sign_in' | 'register';
  username: string;
  /** Null for a name that is only about to be registered. */
  userId: string | null;
  phone: string | null;
  lang: string;
  code: string;
  expiresAt: string;
}

/**
 * Delivers messages to users. `send` returns at once, so that the time of an answer does not reveal whether there is a
 * recipient; failures are retried and then logged, and a user can always request another code.
 */
export interface Messenger {
  send(message: Message): void;
  /** The latest messages that may be shown, newest first: those of the demo, and none otherwise. */
  shown(): readonly Message[];
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

const timeout = 10 * second;
const retryDelays = [second, 5 * second];

const post = async (url: string, key: string, message: Message): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the operator's service answered ${answer.status}`);
};

/** Posts messages to the operator's service, each up to three times. */
export const webMessenger = (
  { url, key }: { url: string; key: string },
  log: Log,
  delays: readonly number[] = retryDelays,
): Messenger => {
  const underWay = new Set<Promise<void>>();
  const deliver = (message: Message): Promise<void> =>
    retry(() => post(url, key, message), delays).catch((error) =>
      log.error('delivery', error, { kind: message.kind }),
    );
  return {
    send(message) {
      const work: Promise<void> = deliver(message).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    shown: () => [],
    async idle() {
      await Promise.all(underWay);
    },
  };
};

const maxShown = 5;

/**
 * Makes the demo's messenger: a code is written to the log and shown on the host page, the only places where it can be
 * read.
 */
export const demoMessenger = (log: Log): Messenger => {
  let latest: Message[] = [];
  return {
    send(message) {
      latest = [message, ...latest].slice(0, maxShown);
      const { purpose, username, code } = message;
      log.info('verification code (demo)', { purpose, username, code });
    },
    shown: () => latest,
    idle: async () => {},
  };
};

/** Delivers nothing; no code is required then either. */
const noMessenger: Messenger = { send() {}, shown: () => [], idle: async () => {} };

export const messengerOf = ({ signIn, demo }: Pick<Config, 'signIn' | 'demo'>, log: Log): Messenger => {
  if (signIn.deliver) return webMessenger(signIn.deliver, log);
  return demo ? demoMessenger(log) : noMessenger;
};
