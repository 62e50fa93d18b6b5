// Longer than most: the nine steps of one check, in their order, with the state that they share.

import { makeNonce, nativeTimers } from '../captured-clock.ts';
import type { Message, MethodName } from '../protocol.ts';
import { type Incoming, isPlainObject, readMessage } from '../read-message.ts';
import type { Timers } from '../timers.ts';
import type { Receive, Transport } from '../transport/transport.ts';
import { version } from '../version.ts';

/** `yours`: a person must do something in the app, or check something that no page can see. */
export type Mark = 'running' | 'passed' | 'failed' | 'yours';

/** The result of one of the nine steps. */
export interface StepReport {
  readonly step: number;
  readonly mark: Mark;
  readonly message: string;
}

/** The host under test, and where to report. */
export interface CheckOptions {
  readonly transport: Transport;
  /** The address as the app opened it. */
  readonly href: string;
  readonly report: (step: StepReport) => void;
  /** Sends `hello` from a frame of the page, which no host may answer; returns false where there is no way to. */
  readonly greetFromFrame?: (hello: Message, receive: Receive) => boolean;
  readonly timers?: Timers;
}

/** Methods without consequence, so a host that lists them is asked. */
const harmless: readonly (readonly [MethodName, object])[] = [
  ['token', { force: false }],
  ['haptic', { kind: 'tap' }],
  ['copy', { text: 'Souk' }],
];
const shortWaitMs = 600;
const maxWaitMs = 3_000;

/**
 * Acts as the guest against a host, step by step, and reports each of the nine steps of bridge/README.md.
 * Returns the function that ends it.
 */
export const checkHost = ({
  transport,
  href,
  report,
  greetFromFrame,
  timers = nativeTimers,
}: CheckOptions) => {
  const nonce = makeNonce();
  const otherNonce = makeNonce();
  const received: Incoming[] = [];
  const watchers = new Set<() => void>();
  let lastId = 0;
  let greetings = 0;

  const reportStep = (step: number, mark: Mark, text: string): void => report({ step, mark, message: text });
  const judge = (step: number, faults: readonly string[], success: string): void =>
    reportStep(step, faults[0] ? 'failed' : 'passed', faults.join(' ') || success);

  /** Resolves to the first message that matches, or to undefined after `ms`. */
  const waitFor = (fits: (message: Incoming) => boolean, ms: number): Promise<Incoming | undefined> =>
    new Promise((resolve) => {
      const end = (message?: Incoming): void => {
        watchers.delete(check);
        timers.clear(timer);
        resolve(message);
      };
      const check = (): void => {
        const found = received.find(fits);
        if (found) end(found);
      };
      const timer = timers.set(() => end(), ms);
      watchers.add(check);
      check();
    });
  const send = (fields: Omit<Message, 'souk' | 'n'>, n = nonce): void =>
    transport.send({ souk: version, n, ...fields });
  const hello = (versions: readonly number[]) =>
    ({ t: 'hello', p: { versions, app: 'souk', build: 'conformance' } }) as const;
  const ask = (m: string, p: object, n = nonce): number => {
    lastId += 1;
    send({ t: 'req', id: lastId, m, p }, n);
    return lastId;
  };
  const answerTo = (id: number, ms = maxWaitMs) =>
    waitFor((message) => message.t === 'res' && message.id === id, ms);

  const checkAddress = (): void =>
    judge(
      1,
      [
        ...(/[#&?]token=/.test(href) ? ['The address carries a token: put it into `hi` instead.'] : []),
        ...(/[#&?]lang=/.test(href) ? [] : ['The address does not say `#lang=…`.']),
      ],
      'The address says the language and no token.',
    );

  const checkGreeting = async (): Promise<Incoming | undefined> => {
    send(hello([99]), otherNonce);
    const wrong = await waitFor(({ t, n }) => t === 'hi' && n === otherNonce, shortWaitMs);
    // Sent twice: a host must answer each time, and the guest takes the second answer.
    send(hello([version]));
    send(hello([version]));
    await waitFor(() => greetings > 1, maxWaitMs);
    const hi = received.find(({ t, n }) => t === 'hi' && n === nonce);
    judge(
      3,
      [
        ...(wrong ? ['A hello in versions that it cannot speak was answered.'] : []),
        ...(hi ? [] : ['No `hi` with the nonce of `hello` came within 3 s.']),
        ...(hi && hi.p.version !== version ? ['`hi` does not choose version 1.'] : []),
        ...(hi && !Array.isArray(hi.p.capabilities) ? ['`hi` does not list its capabilities.'] : []),
        ...(hi && greetings < 2 ? ['A hello that came again was not answered again.'] : []),
      ],
      'Every hello was answered with its own nonce.',
    );
    return hi;
  };

  const receive: Receive = (data) => {
    const message = readMessage(data);
    if (!message) return;
    received.push(message);
    if (message.t === 'hi' && message.n === nonce) {
      greetings += 1;
      if (greetings === 2) transport.pin?.();
    }
    for (const check of [...watchers]) check();
  };

  const checkFrame = async (): Promise<void> => {
    const n = makeNonce();
    if (!greetFromFrame?.({ souk: version, n, ...hello([version]) }, receive)) {
      reportStep(
        2,
        'yours',
        'No frame of this page reaches the channel. See that it is registered for exactly our origin.',
      );
      return;
    }
    const answer = await waitFor((message) => message.n === n, shortWaitMs);
    judge(
      2,
      answer ? ['A frame inside the page was answered.'] : [],
      'A frame inside the page is not answered.',
    );
  };

  const checkState = ({ p: { state } }: Incoming): void => {
    const sent = isPlainObject(state) ? state : {};
    const known = sent.token === null || (typeof sent.token === 'string' && sent.token !== '');
    judge(
      4,
      known ? [] : ['`hi.p.state.token` is neither a token nor null.'],
      'The state says who is signed in.',
    );
  };

  const checkAnswers = async ({ p: { capabilities } }: Incoming): Promise<void> => {
    const listed: readonly unknown[] = Array.isArray(capabilities) ? capabilities : [];
    const faults: string[] = [];
    for (const m of ['teleport', 'toString']) {
      const answer = await answerTo(ask(m, {}));
      if (answer?.e?.code !== 'unsupported') faults.push(`\`${m}\` was not answered with \`unsupported\`.`);
    }
    for (const [m, p] of harmless.filter(([name]) => listed.includes(name))) {
      const answer = await answerTo(ask(m, p));
      if (!answer) faults.push(`\`${m}\` was not answered.`);
      if (answer?.e?.code === 'unsupported') faults.push(`\`${m}\` is listed and \`unsupported\`.`);
    }
    const unsafe = listed.includes('openUrl') && (await answerTo(ask('openUrl', { url: 'javascript:0' })));
    if (unsafe && !unsafe.e) faults.push('`openUrl` took an address that is not https, mailto or tel.');
    if (await answerTo(ask('teleport', {}, otherNonce), shortWaitMs))
      faults.push('A request with another nonce was answered.');
    judge(
      5,
      faults,
      'Every request was answered under its number, and what it does not know as unsupported.',
    );
  };

  /** Waits for steps that need a person to act in the app. */
  const watch = async (
    step: number,
    names: readonly string[],
    instruction: string,
    success: string,
  ): Promise<void> => {
    reportStep(step, 'yours', instruction);
    const arrived = await Promise.all(
      names.map((name) => waitFor(({ t, n, m }) => t === 'evt' && n === nonce && m === name, 600_000)),
    );
    const missing = names.filter((_, at) => !arrived[at]);
    judge(
      step,
      missing.map((name) => `\`${name}\` did not come in ten minutes.`),
      success,
    );
  };

  const run = async (): Promise<void> => {
    for (let step = 2; step <= 8; step += 1) reportStep(step, 'running', '');
    reportStep(
      9,
      'yours',
      `Search your logs for \`${nonce}\`: this text is in every message, and must be in no log.`,
    );
    checkAddress();
    const hi = await checkGreeting();
    if (!hi) {
      for (const step of [2, 4, 5, 6, 7, 8]) reportStep(step, 'failed', 'Not reached: no `hi` came.');
      return;
    }
    checkState(hi);
    await checkFrame();
    await checkAnswers(hi);
    send({ t: 'note', m: 'title', p: { text: 'Conformance' } });
    send({ t: 'note', m: 'back', p: { depth: 1 } });
    await Promise.all([
      watch(6, ['state'], 'Change language or theme in the app.', 'What changed was told.'),
      watch(7, ['back'], 'Press back in the app once.', 'Back was told.'),
      watch(8, ['pause', 'resume'], 'Leave the app and come back.', 'Leaving and coming back were told.'),
    ]);
  };

  transport.open(receive);
  void run();
  return (): void => transport.close();
};
