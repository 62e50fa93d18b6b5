// Longer than most: the nine steps of one check, in their order, over what they share.

import { makeNonce, nativeTimers } from '../captured.ts';
import type { Timers } from '../guest/guest-api.ts';
import { type Message, type MethodName, version } from '../protocol.ts';
import { type Incoming, isBare, readMessage } from '../read-message.ts';
import type { Receive, Transport } from '../transport/transport.ts';

/** `yours`: a person must do something in the app, or look for something that no page can see. */
export type Mark = 'running' | 'passed' | 'failed' | 'yours';

/** What is known of one of the nine steps. */
export interface StepReport {
  readonly step: number;
  readonly mark: Mark;
  readonly said: string;
}

/** What a host is checked by. */
export interface CheckOptions {
  readonly transport: Transport;
  /** The address as the app opened it. */
  readonly href: string;
  readonly report: (step: StepReport) => void;
  /** Greets from a frame of the page, as no host must answer; false where there is no way to. */
  readonly greetFromFrame?: (hello: Message, receive: Receive) => boolean;
  readonly timers?: Timers;
}

/** Asking these has no consequence, so a host that lists them is asked. */
const harmless: readonly (readonly [MethodName, object])[] = [
  ['token', { force: false }],
  ['haptic', { kind: 'tap' }],
  ['copy', { text: 'Souk' }],
];
const soon = 600;
const within = 3_000;

/**
 * Plays the guest against a host, step by step, and reports each of the nine steps of bridge/README.md as it goes.
 * Returns what ends it.
 */
export const checkHost = ({
  transport,
  href,
  report,
  greetFromFrame,
  timers = nativeTimers,
}: CheckOptions) => {
  const nonce = makeNonce();
  const strange = makeNonce();
  const heard: Incoming[] = [];
  const waiting = new Set<() => void>();
  let lastId = 0;
  let greetings = 0;

  const tell = (step: number, mark: Mark, said: string): void => report({ step, mark, said });
  const judge = (step: number, faults: readonly string[], well: string): void =>
    tell(step, faults[0] ? 'failed' : 'passed', faults.join(' ') || well);

  /** The first message that fits, or undefined when its time is over. */
  const hear = (fits: (message: Incoming) => boolean, ms: number): Promise<Incoming | undefined> =>
    new Promise((resolve) => {
      const end = (message?: Incoming): void => {
        waiting.delete(look);
        timers.clear(timer);
        resolve(message);
      };
      const look = (): void => {
        const found = heard.find(fits);
        if (found) end(found);
      };
      const timer = timers.set(() => end(), ms);
      waiting.add(look);
      look();
    });
  const say = (fields: Omit<Message, 'souk' | 'n'>, n = nonce): void =>
    transport.send({ souk: version, n, ...fields });
  const hello = (versions: readonly number[]) =>
    ({ t: 'hello', p: { versions, app: 'souk', build: 'conformance' } }) as const;
  const ask = (m: string, p: object, n = nonce): number => {
    lastId += 1;
    say({ t: 'req', id: lastId, m, p }, n);
    return lastId;
  };
  const answerTo = (id: number, ms = within) =>
    hear((message) => message.t === 'res' && message.id === id, ms);

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
    say(hello([99]), strange);
    const wrong = await hear(({ t, n }) => t === 'hi' && n === strange, soon);
    // Twice, and the second answer is the one that is taken: a host answers each time.
    say(hello([version]));
    say(hello([version]));
    await hear(() => greetings > 1, within);
    const hi = heard.find(({ t, n }) => t === 'hi' && n === nonce);
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
    heard.push(message);
    if (message.t === 'hi' && message.n === nonce) {
      greetings += 1;
      if (greetings === 2) transport.pin?.();
    }
    for (const look of [...waiting]) look();
  };

  const checkFrame = async (): Promise<void> => {
    const n = makeNonce();
    if (!greetFromFrame?.({ souk: version, n, ...hello([version]) }, receive)) {
      tell(
        2,
        'yours',
        'No frame of this page reaches the channel. See that it is registered for exactly our origin.',
      );
      return;
    }
    const answer = await hear((message) => message.n === n, soon);
    judge(
      2,
      answer ? ['A frame inside the page was answered.'] : [],
      'A frame inside the page is not answered.',
    );
  };

  const checkState = ({ p: { state } }: Incoming): void => {
    const word = isBare(state) ? state : {};
    const known = word.token === null || (typeof word.token === 'string' && word.token !== '');
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
    const evil = listed.includes('openUrl') && (await answerTo(ask('openUrl', { url: 'javascript:0' })));
    if (evil && !evil.e) faults.push('`openUrl` took an address that is not https, mailto or tel.');
    if (await answerTo(ask('teleport', {}, strange), soon))
      faults.push('A request with another nonce was answered.');
    judge(
      5,
      faults,
      'Every request was answered under its number, and what it does not know as unsupported.',
    );
  };

  /** Steps that show when a person does something in the app. */
  const watch = async (step: number, names: readonly string[], wish: string, well: string): Promise<void> => {
    tell(step, 'yours', wish);
    const came = await Promise.all(
      names.map((name) => hear(({ t, n, m }) => t === 'evt' && n === nonce && m === name, 600_000)),
    );
    const missing = names.filter((_, at) => !came[at]);
    judge(
      step,
      missing.map((name) => `\`${name}\` did not come in ten minutes.`),
      well,
    );
  };

  const run = async (): Promise<void> => {
    for (let step = 2; step <= 8; step += 1) tell(step, 'running', '');
    tell(
      9,
      'yours',
      `Search your logs for \`${nonce}\`: this text is in every message, and must be in no log.`,
    );
    checkAddress();
    const hi = await checkGreeting();
    if (!hi) {
      for (const step of [2, 4, 5, 6, 7, 8]) tell(step, 'failed', 'Not reached: no `hi` came.');
      return;
    }
    checkState(hi);
    await checkFrame();
    await checkAnswers(hi);
    say({ t: 'note', m: 'title', p: { text: 'Conformance' } });
    say({ t: 'note', m: 'back', p: { depth: 1 } });
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
