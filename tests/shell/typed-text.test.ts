// What was typed and not sent, by each way in which a host may leave Souk: the merchant is asked first, or the host knows.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { BridgeError, createHost, type Host } from '../../bridge/host.ts';
import { configure } from '../../src/data/config.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { followHost } from '../../src/shell/deferred-shell.tsx';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { removeDraft, saveDraft } from '../../src/ui/draft.ts';
import { channels } from '../bridge/harness/channels.ts';

let root: HTMLElement;
let nav: Navigator;
let undo: (() => void)[];
const soon = (look: () => void) => vi.waitFor(look, { interval: 2, timeout: 10_000 });

/** A host over a channel, which leaves as the nine steps say, and what it knew when it did. */
function show(channel: string) {
  const { transport, end } = channels[channel]?.() ?? expect.unreachable();
  const seen = { depth: -1, dirty: false, asked: [] as boolean[] };
  let isStaying = false;
  const host: Host = createHost(end, {
    platform: 'test',
    methods: {
      close: ({ dirty }) => {
        seen.asked.push(dirty);
        if (isStaying) throw new BridgeError('denied');
        return {};
      },
    },
    onNote: (name, params) => {
      if (name === 'back') seen.depth = (params as { depth: number }).depth;
      if (name === 'dirty') seen.dirty = (params as { value: boolean }).value;
    },
  });
  const guest = connect({ app: 'souk', build: 'test', transport });
  configure({ guest: async () => guest });
  const stopFollowing = followHost(root, nav, () => {});
  undo.push(guest.destroy, host.destroy, stopFollowing);
  return {
    host,
    seen,
    stay: (stays: boolean) => {
      isStaying = stays;
    },
    settled: (depth: number) => soon(() => expect(seen.depth).toBe(depth)),
    asked: (times: number) => soon(() => expect(seen.asked).toEqual(Array(times).fill(true))),
  };
}

const type = () => saveDraft('feedback', { content: 'Half a word' });

type Shown = ReturnType<typeof show>;
const ways: Readonly<Record<string, (shown: Shown) => Promise<void>>> = {
  'its back on the first screen': async ({ host, settled, asked }) => {
    await settled(0);
    type();
    await settled(1);
    expect(host.back()).toBe(true);
    await asked(1);
  },
  'its back from deeper screens': async ({ host, settled, asked }) => {
    nav.route('/settings');
    nav.route('/feedback');
    await settled(2);
    type();
    host.back();
    await soon(() => expect(nav.currentUrl()).toBe('/settings'));
    host.back();
    await settled(1);
    await soon(() => expect(nav.depth.value).toBe(0));
    expect(host.back()).toBe(true);
    await asked(1);
  },
  'its back over an open sheet': async ({ host, settled, asked }) => {
    const lift = nav.guard(() => {
      lift();
      return true;
    });
    type();
    await settled(1);
    host.back();
    await soon(() => expect(nav.depth.value).toBe(0));
    expect(host.back()).toBe(true);
    await asked(1);
  },
  'its back after the merchant stayed once': async ({ host, settled, asked, stay }) => {
    type();
    await settled(1);
    stay(true);
    host.back();
    await asked(1);
    expect(host.back()).toBe(true);
    await asked(2);
  },
  'its back after it was away': async ({ host, settled, asked }) => {
    type();
    await settled(1);
    host.pause();
    host.resume();
    expect(host.back()).toBe(true);
    await asked(1);
  },
  'its back after it led to the first screen': async ({ host, settled, asked }) => {
    nav.route('/feedback');
    await settled(1);
    type();
    host.navigate('/shopCenter');
    await soon(() => expect(nav.depth.value).toBe(0));
    expect(host.back()).toBe(true);
    await asked(1);
  },
  'a button of its own': async ({ seen, settled }) => {
    await settled(0);
    expect(seen.dirty).toBe(false);
    type();
    await soon(() => expect(seen.dirty).toBe(true));
  },
};

beforeEach(() => {
  undo = [];
  root = document.createElement('div');
  document.body.append(root);
  nav = createNavigator({ history: memoryHistory('/shopCenter'), root });
  undo.push(nav.start());
});
afterEach(() => {
  for (const end of undo.reverse()) end();
  configure({ guest: undefined });
  removeDraft('feedback');
  root.remove();
});

describe.each(Object.keys(channels))('typed text in a host by %s is not lost', (channel) => {
  test.each(Object.entries(ways))('by %s', async (_, leave) => leave(show(channel)));
});
