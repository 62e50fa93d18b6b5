import { setTimeout as pause } from 'node:timers/promises';
import { second } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';

/** A code for a person. Whoever brings it knows how to reach them: by the user's id, or by the shop's phone. */
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
 * What brings messages to people. `send` returns at once, so that the time of an answer tells nothing of whether there
 * was somebody to send to; what fails is tried again and then logged, and a person can always ask anew.
 */
export interface Courier {
  send(message: Message): void;
  /** The messages of late that may be shown, newest first: those of the demo, and none otherwise. */
  shown(): readonly Message[];
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

const patience = 10 * second;
const pauses = [second, 5 * second];

const post = async (url: string, key: string, message: Message): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the operator's service answered ${answer.status}`);
};

/** Posts messages to the operator's service, each up to three times. */
export const webCourier = (
  { url, key }: { url: string; key: string },
  log: Log,
  waits: readonly number[] = pauses,
): Courier => {
  const underWay = new Set<Promise<void>>();
  const bring = async (message: Message): Promise<void> => {
    for (const wait of [...waits, null]) {
      try {
        return await post(url, key, message);
      } catch (error) {
        if (wait === null) return log.error('delivery', error, { kind: message.kind });
        await pause(wait);
      }
    }
  };
  return {
    send(message) {
      const work: Promise<void> = bring(message).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    shown: () => [],
    async idle() {
      await Promise.all(underWay);
    },
  };
};

const kept = 5;

/** The demo's: a code stands in the log and on the page of the host, since nobody else could read it. */
export const demoCourier = (log: Log): Courier => {
  let latest: Message[] = [];
  return {
    send(message) {
      latest = [message, ...latest].slice(0, kept);
      const { purpose, username, code } = message;
      log.info('verification code (demo)', { purpose, username, code });
    },
    shown: () => latest,
    idle: async () => {},
  };
};

/** Nobody is reached; no code is asked for then either. */
const noCourier: Courier = { send() {}, shown: () => [], idle: async () => {} };

export const courierOf = ({ entry, demo }: Pick<Config, 'entry' | 'demo'>, log: Log): Courier => {
  if (entry.deliver) return webCourier(entry.deliver, log);
  return demo ? demoCourier(log) : noCourier;
};
