import { isArray, NativePromise } from '../captured.ts';
import { makeNonce, nativeTimers } from '../captured-clock.ts';
import type { HostState } from '../protocol.ts';
import { asObject, asText, type Incoming, readMessage, type Untrusted } from '../read-message.ts';
import type { Timers } from '../timers.ts';
import type { Transport } from '../transport/transport.ts';
import { version } from '../version.ts';
import { noHost, type PageOptions, type Ready } from './guest-api.ts';

/** `hello` is repeated for a host that starts late or lost the first one: after 0.25 s, 0.5 s, 1 s … for a minute. */
const maxGapMs = 32_000;

/** A message of the host; `null` means that it did not answer within 3 s, and is delivered once. */
export type HostReply = Incoming | null;

/**
 * The first half of a guest: it finds the host, sends `hello` and reads `hi`. A page needs no more at first,
 * so the other half may load later: messages that the host sends meanwhile are queued.
 */
export interface Greeting {
  /** False where no transport was found: then there is nothing to wait for. */
  readonly found: boolean;
  /** Never rejects. Settles with `hi`, at the latest after 3 s, and at once where `found` is false. */
  readonly ready: Promise<Ready>;
  readonly nonce: string;
  readonly transport: Transport;
  readonly timers: Timers;
  /** Delivers queued messages in their order, from the accepted `hi` onwards, and then new ones. Called once. */
  subscribe(listener: (message: HostReply) => void): void;
  /** Stops listening; `ready` settles. */
  end(): void;
}

/** Reads a `hi`; a host that does not give its name is named after its transport. */
export const readHi = (
  { p: { platform, capabilities, state } }: Incoming,
  name: string,
  read: (sent: Untrusted) => HostState,
): Ready => ({
  platform: asText(platform) || name,
  capabilities: isArray(capabilities) ? capabilities.filter((each) => asText(each)) : [],
  state: read(asObject(state)),
});

/**
 * Greets the host at the other end of a transport; `read` picks the part of its state that `ready` carries. Returns at
 * once and never throws.
 * @example const greeting = greetBy(mountTransport(host), { app: 'souk', build: '1.0.0' }, readFirst);
 */
export const greetBy = (
  transport: Transport,
  options: PageOptions,
  read: (sent: Untrusted) => HostState,
): Greeting => {
  const { app, build, timers = nativeTimers } = options;
  const nonce = makeNonce();
  let found = transport.name !== 'none';
  const queued: HostReply[] = [];
  let deliver = (message: HostReply): void => void queued.push(message);
  let phase: 'open' | 'pinned' | 'ended' = 'open';
  let greetTimer: unknown;
  let readyTimer: unknown;
  let resolveReady: (ready: Ready) => void;
  const ready = new NativePromise<Ready>((resolve) => {
    resolveReady = resolve;
  });

  const clearTimers = (): void => {
    timers.clear(greetTimer);
    timers.clear(readyTimer);
  };

  const receive = (data: unknown): void => {
    // Skips text without the nonce before parsing it: another script's message may be a megabyte long.
    if (phase === 'ended' || (typeof data === 'string' && !data.includes(nonce))) return;
    const message = readMessage(data);
    if (message?.n !== nonce) return;
    if (phase === 'open') {
      if (message.t !== 'hi' || message.p.version !== version) return;
      phase = 'pinned';
      transport.pin?.();
      clearTimers();
      resolveReady(readHi(message, transport.name, read));
    }
    deliver(message);
  };

  const continueAlone = (): void => {
    resolveReady(noHost);
    deliver(null);
  };

  const sendHello = (gap: number): void => {
    if (gap <= maxGapMs) greetTimer = timers.set(() => sendHello(gap * 2), gap);
    try {
      transport.send({ souk: version, t: 'hello', n: nonce, p: { versions: [version], app, build } });
    } catch {
      // The next `hello` may succeed, and the wait for `hi` ends by itself.
    }
  };

  try {
    transport.open(receive);
  } catch {
    found = false;
  }
  if (found) {
    readyTimer = timers.set(continueAlone, 3_000);
    sendHello(250);
  } else continueAlone();

  return {
    found,
    ready,
    nonce,
    transport,
    timers,
    subscribe: (listener) => {
      deliver = listener;
      for (const message of queued) listener(message);
    },
    end: () => {
      if (phase === 'ended') return;
      phase = 'ended';
      clearTimers();
      resolveReady(noHost);
      transport.close();
    },
  };
};
