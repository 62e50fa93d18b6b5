import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { greetBy } from '../../bridge/guest/greeting.ts';
import { readFirst } from '../../bridge/guest/read-first.ts';
import { createHost, type Host } from '../../bridge/host.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import { mountTransport } from '../../bridge/transport/mount.ts';
import en from '../../locales/en.json';
import { session } from '../../src/data/session.ts';
import { run } from '../../src/run.tsx';
import { DeferredShell } from '../../src/shell/load-deferred-shell.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { configureStyles } from '../../src/ui/lazy.tsx';
import { base, type Client, startClient } from '../harness/client.ts';
import type { TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let host: Host;
let root: HTMLElement;
let stop: () => void;

beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
  await DeferredShell.preload();
  await import('../../bridge/guest/guest.ts');
});
afterAll(() => client.close());
beforeEach(async () => {
  client.clear();
  root = document.createElement('div');
  document.body.append(root);
  const { host: object, end } = createHostObject();
  host = createHost(end, {
    platform: 'test',
    state: { token: null, tokenPending: true },
    methods: {},
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const config = { api: base, langs: ['en'], files: '/app/' };
  stop = run(
    {
      token: null,
      lang: 'en',
      langFrom: 'default',
      invite: null,
      calls: new Map(),
      ask() {},
      config,
      locale: Promise.resolve({ tag: 'en', first: en }),
      greet: (options) => greetBy(mountTransport(object), options, readFirst),
    },
    { root, chrome: 'embed', history: memoryHistory(), signInTokenStorage: 'memory' },
  );
  // No files are served here.
  configureStyles(async () => {});
  await vi.waitFor(() => expect(root.classList).toContain('souk'));
});
afterEach(() => {
  vi.useRealTimers();
  act(() => stop());
  host.destroy();
  root.remove();
});

const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const passwords = () => root.querySelectorAll('input[type=password]').length;

test('a host that greets with a token on its way keeps sign-in away for ten seconds and no longer', async () => {
  await pass(9_900);
  expect([session.value.status, passwords()]).toEqual(['starting', 0]);
  await pass(200);
  expect(session.value.status).toBe('signed-out');
  await vi.waitFor(() => expect(passwords()).toBe(1), 20_000);
});

test('a token that comes after such a greeting is taken, and the end of the ten seconds changes nothing', async () => {
  await pass(4_000);
  host.update({ token: amina.token });
  await vi.waitFor(() => expect(session.value.status).toBe('signed-in'));
  await pass(10_000);
  expect([session.value.status, session.value.me?.username, passwords()]).toEqual(['signed-in', 'amina', 0]);
});
