import { makeNonce, NativePromise, nativeTimers } from '../captured.ts';
import { version } from '../protocol.ts';
import { type Incoming, readMessage } from '../read-message.ts';
import type { Transport } from '../transport/transport.ts';
import { nobody, type PageOptions, type Ready, type Timers } from './guest-api.ts';
import { readReady } from './read-state.ts';

/** A host that starts late, or lost the first `hello`, is greeted again: after 0.25 s, 0.5 s, 1 s … for a minute. */
const lastGap = 32_000;

/** A message of the host; `null` says that it did not answer within 3 s, once. */
export type Heard = Incoming | null;

/**
 * The first half of a guest: it finds the host, says hello, and knows what its `hi` says. A page's first seconds need
 * no more, so the other half may come later: nothing that the host says meanwhile is lost.
 */
export interface Greeting {
  /** False where no transport was found: then nothing needs to be waited for. */
  readonly found: boolean;
  /** Never rejects. Settles with `hi`, at the latest after 3 s, and at once where `found` is false. */
  readonly ready: Promise<Ready>;
  readonly nonce: string;
  readonly transport: Transport;
  readonly timers: Timers;
  /** Hands on what was heard, in its order and from the `hi` that counts onwards, and then what comes. Called once. */
  follow(hear: (message: Heard) => void): void;
  /** Hears nothing any more; `ready` settles. */
  end(): void;
}

/**
 * Greets whoever is at the other end of a transport. Returns at once and never throws.
 * @example const greeting = greetBy(mountTransport(host), { app: 'souk', build: '1.0.0' });
 */
export const greetBy = (transport: Transport, options: PageOptions): Greeting => {
  const { app, build, timers = nativeTimers } = options;
  const nonce = makeNonce();
  let found = transport.name !== 'none';
  const heard: Heard[] = [];
  let hear = (message: Heard): void => void heard.push(message);
  let phase: 'open' | 'pinned' | 'ended' = 'open';
  let greetTimer: unknown;
  let readyTimer: unknown;
  let settle: (ready: Ready) => void;
  const ready = new NativePromise<Ready>((resolve) => {
    settle = resolve;
  });

  const quiet = (): void => {
    timers.clear(greetTimer);
    timers.clear(readyTimer);
  };

  const receive = (data: unknown): void => {
    // Read only what can be ours: a megabyte of somebody's text is not parsed to find out.
    if (phase === 'ended' || (typeof data === 'string' && !data.includes(nonce))) return;
    const message = readMessage(data);
    if (message?.n !== nonce) return;
    if (phase === 'open') {
      if (message.t !== 'hi' || message.p.version !== version) return;
      phase = 'pinned';
      transport.pin?.();
      quiet();
      settle(readReady(message, transport.name));
    }
    hear(message);
  };

  const goOnAlone = (): void => {
    settle(nobody);
    hear(null);
  };

  const say = (gap: number): void => {
    if (gap <= lastGap) greetTimer = timers.set(() => say(gap * 2), gap);
    try {
      transport.send({ souk: version, t: 'hello', n: nonce, p: { versions: [version], app, build } });
    } catch {
      // The next greeting may do better, and the wait for `hi` ends by itself.
    }
  };

  try {
    transport.open(receive);
  } catch {
    found = false;
  }
  if (found) {
    readyTimer = timers.set(goOnAlone, 3_000);
    say(250);
  } else goOnAlone();

  return {
    found,
    ready,
    nonce,
    transport,
    timers,
    follow: (listener) => {
      hear = listener;
      for (const message of heard) listener(message);
    },
    end: () => {
      if (phase === 'ended') return;
      phase = 'ended';
      quiet();
      settle(nobody);
      transport.close();
    },
  };
};
