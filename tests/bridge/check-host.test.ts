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
  /** What is done to a message on its way to the page. */
  readonly change?: (message: Message) => Message | undefined;
  readonly act?: boolean;
  readonly greetFromFrame?: (hello: Message) => boolean;
}

/** The result of a check: each step's last mark, and the sentences of the steps that failed. */
const judged = async ({
  channel = channels.android?.() as Channel,
  href = address,
  act = true,
  ...play
}: Play) => {
  const clock = fakeTimers();
  const { transport, end } = channel;
  const changed: HostEnd = {
    ...end,
    send: (message) => {
      const sent = play.change ? play.change(message) : message;
      if (sent) end.send(sent);
    },
  };
  const host = createMockHost(changed, { timers: clock.timers, state: play.state ?? { token: 'k3y' } });
  const steps = new Map<number, StepReport>();
  const { greetFromFrame } = play;
  const stop = checkHost({
    transport,
    href,
    timers: clock.timers,
    report: (step) => steps.set(step.step, step),
    ...(greetFromFrame && { greetFromFrame }),
  });
  await pass(clock, 30_000);
  if (act) {
    host.setLang('vi');
    host.back();
    host.pause();
    host.resume();
  }
  await pass(clock, 500);
  if (!act) clock.advance(600_000);
  await new Promise(setImmediate);
  stop();
  host.destroy();
  const failed = [...steps.values()].filter(({ mark }) => mark === 'failed').map(({ step }) => step);
  return {
    steps,
    marks: [...steps].sort(([a], [b]) => a - b).map(([, { mark }]) => mark),
    failed: failed.sort(),
  };
};

test.each(Object.keys(channels))(
  'a right host passes each step that a page can see, over %s',
  async (name) => {
    const { marks } = await judged({ channel: channels[name]?.() as Channel });
    expect(marks).toEqual(['passed', 'yours', ...Array(6).fill('passed'), 'yours']);
  },
);

const without =
  (...names: string[]) =>
  (message: Message) =>
    names.includes(`${message.t} ${message.m ?? ''}`.trim()) ? undefined : message;

test.each<[string, Play, readonly number[]]>([
  ['a token in the address', { href: `${address}&token=k3y` }, [1]],
  ['no language in the address', { href: 'https://souk.example/' }, [1]],
  ['no hi', { change: without('hi') }, [2, 3, 4, 5, 6, 7, 8]],
  ['no word on the token', { state: {} }, [4]],
  [
    'a hi that lists nothing',
    {
      change: (message) =>
        message.t === 'hi' ? { ...message, p: { version: 1, state: { token: null } } } : message,
    },
    [3],
  ],
  ['no answers', { change: without('res') }, [5]],
  [
    'answers under a wrong number',
    { change: (message) => (message.t === 'res' ? { ...message, id: 99 } : message) },
    [5],
  ],
  ['an app that says nothing by itself', { act: false }, [6, 7, 8]],
])('the check of a host reports its fault: %s', async (_, play, wrong) => {
  const { failed, steps } = await judged(play);
  expect(failed).toEqual(wrong);
  for (const step of wrong) expect(steps.get(step)?.message).not.toBe('');
});

test.each([
  [true, 'failed'],
  [false, 'passed'],
])('a host that answers a frame of the page (%s) has step 2 %s', async (answers, mark) => {
  const channel = channels.android?.() as Channel;
  const greetFromFrame = (hello: Message) => {
    const data = { ...hello, t: 'hi', p: {} };
    if (answers) channel.strike({ kind: 'hi', source: 'parent', origin: '', port: false, data });
    return true;
  };
  const { steps } = await judged({ channel, greetFromFrame });
  expect(steps.get(2)?.mark).toBe(mark);
});
