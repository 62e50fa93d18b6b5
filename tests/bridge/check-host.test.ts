import { expect, test } from 'vitest';
import { checkHost, type StepReport } from '../../bridge/conformance/check-host.ts';
import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import { createMockHost } from '../../bridge/mock-host.ts';
import type { Message } from '../../bridge/protocol.ts';
import { type Channel, channels } from './harness/channels.ts';
import { fakeTimers } from './harness/fake-timers.ts';

const address = 'https://souk.example/shopCenter#lang=ar';

/** Lets messages travel and time pass, until nothing more happens. */
const pass = async (clock: ReturnType<typeof fakeTimers>, ms: number): Promise<void> => {
  for (let gone = 0; gone < ms; gone += 100) {
    await new Promise(setImmediate);
    clock.advance(100);
  }
  await new Promise(setImmediate);
};

interface Play {
  readonly channel?: Channel;
  readonly href?: string;
  readonly state?: { token?: string | null };
  readonly latency?: number;
  /** What becomes of a message on its way to the page; for an answer, with the request that it answers. */
  readonly change?: (message: Message, asked?: Message) => Message | undefined;
  /** What becomes of a message on its way to the app; `nonce` is the one that the app answers to. */
  readonly hear?: (message: Message, nonce: string) => Message;
  readonly act?: boolean;
  readonly greetFromFrame?: (hello: Message) => boolean;
}

/** Messages that no step may take for what it waits for: an event that no step asks for, and another page's greeting. */
const strays = (message: Message): readonly Message[] => [
  { ...message, t: 'evt', m: 'stray', p: {} },
  { souk: 1, t: 'hi', n: 'another-page-000', p: {} },
];

/** The result of a check: all reports, each step's last one, the steps that failed, and what the app was sent. */
const judged = async ({
  channel = channels.android?.() as Channel,
  href = address,
  act = true,
  latency = 0,
  ...play
}: Play) => {
  const clock = fakeTimers();
  const { transport, end } = channel;
  const asked: Message[] = [];
  const notes: unknown[] = [];
  let nonce = '';
  let closings = 0;
  const changed: HostEnd = {
    ...end,
    open: (receive) =>
      end.open((data) => {
        const message = (typeof data === 'string' ? JSON.parse(data) : data) as Message;
        if (message.t === 'hello' && (message.p as { versions: number[] }).versions.includes(1))
          nonce = message.n;
        if (message.t === 'req') asked.push(message);
        receive(play.hear ? play.hear(message, nonce) : data);
      }),
    send: (message) => {
      const request = asked.find(({ id }) => id === message.id);
      const sent = play.change ? play.change(message, request) : message;
      if (play.change) for (const stray of strays(message)) end.send(stray);
      if (sent) end.send(sent);
    },
  };
  const host = createMockHost(changed, {
    timers: clock.timers,
    faults: { latency },
    state: play.state ?? { token: 'k3y' },
    onNote: (name, params) => notes.push([name, { ...params }]),
  });
  const reports: StepReport[] = [];
  const { greetFromFrame } = play;
  const stop = checkHost({
    transport: {
      ...transport,
      close: () => {
        closings += 1;
        transport.close();
      },
    },
    href,
    timers: clock.timers,
    report: (step) => reports.push(step),
    ...(greetFromFrame && { greetFromFrame }),
  });
  await pass(clock, 30_000);
  if (act) {
    host.setLang('vi');
    host.back();
    host.pause();
    host.resume();
  }
  await pass(clock, 500 + latency);
  clock.advance(600_000);
  await new Promise(setImmediate);
  stop();
  host.destroy();
  const steps = new Map(reports.map((report) => [report.step, report]));
  const failed = [...steps.values()].filter(({ mark }) => mark === 'failed');
  return {
    reports,
    steps,
    notes,
    closings,
    marks: [...steps].sort(([a], [b]) => a - b).map(([, { mark }]) => mark),
    failed: failed.map(({ step }) => step).sort(),
    faults: failed.map(({ message }) => message).join('\n'),
  };
};

const right = ['passed', 'yours', ...Array(6).fill('passed'), 'yours'];

test.each(Object.keys(channels))(
  'a right host passes each step that a page can see, over %s',
  async (name) => {
    const { marks, notes, closings } = await judged({ channel: channels[name]?.() as Channel });
    expect(marks).toEqual(right);
    expect(notes).toEqual([
      ['title', { text: 'Conformance' }],
      ['back', { depth: 1 }],
    ]);
    expect(closings).toBe(1);
  },
);

test('a check shows first that its steps run, and has a sentence for each result', async () => {
  const { reports } = await judged({});
  const running = reports.filter(({ mark }) => mark === 'running');
  expect(running).toEqual(reports.slice(0, 7));
  expect(running.map(({ step }) => step)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  for (const { mark, message } of reports) expect(message !== '').toBe(mark !== 'running');
});

const withoutCapabilities: Play['change'] = (message, asked) => {
  if (message.t === 'hi') return { ...message, p: { ...message.p, capabilities: ['token'] } };
  if (!asked || asked.m === 'token') return message;
  return { ...message, r: undefined, e: { code: 'unsupported' } };
};

test.each<[string, Play]>([
  ['takes two seconds to answer', { latency: 1_000 }],
  ['lists one method and refuses all others', { change: withoutCapabilities }],
  ['sends what no step asks for', { change: (message) => message }],
])('a right host passes though it %s', async (_, play) => {
  expect((await judged(play)).marks).toEqual(right);
});

const without =
  (...names: string[]) =>
  (message: Message) =>
    names.includes(`${message.t} ${message.m ?? ''}`.trim()) ? undefined : message;

const changing =
  (kind: Message['t'], change: (message: Message, asked?: Message) => object | undefined): Play['change'] =>
  (message, asked) => {
    if (message.t !== kind) return message;
    const changes = change(message, asked);
    return changes && { ...message, ...changes };
  };
const hearing =
  (kind: Message['t'], change: (message: Message, nonce: string) => object): Play['hear'] =>
  (message, nonce) =>
    message.t === kind ? { ...message, ...change(message, nonce) } : message;

/** An app that answers a page's first greeting alone. */
const greetingOnce = (): Play['hear'] => {
  const greeted = new Set<string>();
  return hearing('hello', ({ n }) => {
    if (greeted.has(n)) return { t: 'note' };
    greeted.add(n);
    return {};
  });
};

/** An app that does what it is asked under this name, though it cannot. */
const doing = (name: string) =>
  changing('res', (_, asked) => (asked?.m === name ? { e: undefined, r: {} } : {}));

test.each<[string, Play, readonly number[], RegExp]>([
  ['a token in the address', { href: `${address}&token=k3y` }, [1], /carries a token/],
  ['no language in the address', { href: 'https://souk.example/' }, [1], /not say/],
  [
    'a token and no language in the address',
    { href: 'https://souk.example/?token=k3y' },
    [1],
    /carries a token.*\. The address/,
  ],
  ['no hi', { change: without('hi') }, [2, 3, 4, 5, 6, 7, 8], /No `hi`/],
  [
    'a greeting in any version',
    {
      hear: hearing('hello', ({ p }) => ({ p: { versions: (p as { versions: [] }).versions.map(() => 1) } })),
    },
    [3],
    /cannot speak/,
  ],
  ['another version', { change: changing('hi', ({ p }) => ({ p: { ...p, version: 2 } })) }, [3], /version 1/],
  ['one answer to two greetings', { hear: greetingOnce() }, [3], /not answered again/],
  ['no word on the token', { state: {} }, [4], /neither a token nor null/],
  ['an empty token', { state: { token: '' } }, [4], /neither a token nor null/],
  [
    'a hi that lists nothing',
    { change: changing('hi', () => ({ p: { version: 1, state: { token: null } } })) },
    [3],
    /capabilities/,
  ],
  ['no answers', { change: without('res') }, [5], /`teleport` was not/],
  [
    'answers under a wrong number',
    { change: changing('res', () => ({ id: 99 })) },
    [5],
    /`teleport` was not/,
  ],
  ['events for answers', { change: changing('res', () => ({ t: 'evt' })) }, [5], /`teleport` was not/],
  ['a method that does not exist is done', { change: doing('teleport') }, [5], /^`teleport` was not/],
  ['a method of all objects is done', { change: doing('toString') }, [5], /^`toString` was not/],
  [
    'no answer to a method that it lists',
    { change: changing('res', (_, asked) => (asked?.m === 'copy' ? undefined : {})) },
    [5],
    /^`copy` was not answered/,
  ],
  [
    'a method that it lists and refuses',
    {
      change: changing('res', (_, asked) =>
        asked?.m === 'haptic' ? { r: undefined, e: { code: 'unsupported' } } : {},
      ),
    },
    [5],
    /^`haptic` is listed/,
  ],
  [
    'opening any address',
    {
      hear: hearing('req', ({ m, p }) =>
        m === 'openUrl'
          ? { p: { url: `${(p as { url: string }).url}`.replace('javascript:', 'https://') } }
          : {},
      ),
    },
    [5],
    /^`openUrl` took/,
  ],
  [
    'an answer to another nonce',
    { hear: hearing('req', (_, n) => ({ n })) },
    [5],
    /^A request with another nonce/,
  ],
  ['an app that says nothing by itself', { act: false }, [6, 7, 8], /`resume` did not come/],
  [
    'events of another page',
    { change: changing('evt', () => ({ n: 'another-page-000' })) },
    [6, 7, 8],
    /`resume` did not come/,
  ],
  [
    'notes for events',
    { change: changing('evt', () => ({ t: 'note' })) },
    [6, 7, 8],
    /`resume` did not come/,
  ],
  [
    'back and no other event',
    { change: changing('evt', ({ m }) => (m === 'back' ? {} : undefined)) },
    [6, 8],
    /`state`/,
  ],
])('the check of a host reports its fault: %s', async (_, play, wrong, fault) => {
  const { failed, faults } = await judged(play);
  expect(failed).toEqual(wrong);
  expect(faults).toMatch(fault);
});

test.each([
  [true, 'failed'],
  [false, 'passed'],
])('a host that answers a frame of the page (%s) has step 2 %s', async (answers, mark) => {
  const channel = channels.android?.() as Channel;
  const greetFromFrame = (hello: Message) => {
    const data = { ...hello, t: 'hi', p: {} };
    const isAnswered = answers && (hello.p as { versions: number[] }).versions.includes(1);
    if (isAnswered) channel.strike({ kind: 'hi', source: 'parent', origin: '', port: false, data });
    return true;
  };
  const { steps } = await judged({ channel, greetFromFrame });
  expect(steps.get(2)?.mark).toBe(mark);
});
