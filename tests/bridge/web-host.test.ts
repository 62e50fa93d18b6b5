import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { createHost, type HostOptions, hostFrame } from '../../bridge/host.ts';
import { frameEnd } from '../../bridge/host-end/frame-end.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import { framedPair } from './harness/fake-windows.ts';

const hello = (n: string) => ({ souk: 1, t: 'hello', n, p: { versions: [1], app: 'souk', build: '1' } });

/** A host with the test itself as its guest. */
const rawGuest = (options: Partial<HostOptions> = {}) => {
  const { host: object, end } = createHostObject();
  const heard: Record<string, unknown>[] = [];
  object.subscribe((message) => heard.push(message as Record<string, unknown>));
  const host = createHost(end, { platform: 'web', methods: {}, ...options });
  return { host, heard, say: object.postMessage };
};

describe('the web host', () => {
  test.each(['*', 'null', 'souk.example', 'https://souk.example/app', 'view:https://souk.example', ''])(
    'refuses %j for an origin, in a sentence',
    (origin) => {
      expect(() => frameEnd({} as HTMLIFrameElement, origin)).toThrow(
        'is no origin: give scheme and host alone',
      );
    },
  );

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another window', { source: {} }],
  ])('does not answer %s', async (_case, wrong) => {
    const pair = framedPair();
    const seen: unknown[] = [];
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const end = frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow);
    end.open((data) => seen.push(data));
    const right = {
      source: pair.guestProxy,
      origin: pair.guestOrigin,
      data: hello('0123456789abcdef'),
      ports: [],
    };
    pair.host.dispatch({ ...right, ...wrong });
    expect(seen).toEqual([]);
    const { origin = '' } = wrong as { origin?: string };
    expect(warn.mock.calls.join()).toBe(
      origin && `hostFrame was given ${pair.guestOrigin}, and does not answer the frame of ${origin}.`,
    );
    pair.host.dispatch(right);
    expect(seen).toEqual([right.data]);
    end.close();
    expect(pair.host.listeners.size).toBe(0);
  });

  test.each([
    ['https://souk.example', 'https://souk.example/'],
    ['https://souk.example', 'https://souk.example//'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('answers its frame of %s where the origin was written as %s', (origin, written) => {
    const pair = framedPair('https://superapp.example', origin);
    const seen: unknown[] = [];
    frameEnd(pair.frame, written, pair.hostWindow).open((data) => seen.push(data));
    const data = hello('0123456789abcdef');
    pair.host.dispatch({ source: pair.guestProxy, origin: pair.guestOrigin, data, ports: [] });
    expect(seen).toEqual([data]);
  });

  test('accepts only hello by the window, and the rest by the port', () => {
    const pair = framedPair();
    const notes: unknown[] = [];
    const host = createHost(frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow), {
      platform: 'web',
      methods: {},
      onNote: (name) => notes.push(name),
    });
    const from = { source: pair.guestProxy, origin: pair.guestOrigin, ports: [] };
    pair.host.dispatch({ ...from, data: hello('0123456789abcdef') });
    pair.host.dispatch({ ...from, data: { souk: 1, t: 'note', n: '0123456789abcdef', m: 'title', p: {} } });
    expect(notes).toEqual([]);
    expect(() => pair.host.dispatch({ ...from, data: 'of another script' })).not.toThrow();
    host.destroy();
  });

  test('sends only by the port that the guest took, and closes all others', async () => {
    const pair = framedPair();
    const host = createHost(frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow), {
      platform: 'web',
      methods: {},
    });
    const heard: [guest: number, kind: unknown][] = [];
    const closed: number[] = [];
    const ports: MessagePort[] = [];
    pair.guest.listeners.add(({ ports: [given] }) => {
      const port = given as MessagePort;
      const at = ports.push(port);
      port.onmessage = ({ data }) => heard.push([at, data.m]);
      port.addEventListener('close', () => closed.push(at));
    });
    const greet = async (n: string) => {
      const count = ports.length;
      const from = { source: pair.guestProxy, origin: pair.guestOrigin, ports: [] };
      pair.host.dispatch({ ...from, data: hello(n) });
      await expect.poll(() => ports.length).toBe(count + 1);
    };
    const [first, second] = ['first-nonce-0000', 'second-nonce-000'] as const;
    await greet(first);
    await greet(first);
    ports[1]?.postMessage({ souk: 1, t: 'note', n: first, m: 'back', p: { depth: 1 } });
    await expect.poll(() => closed).toEqual([1]);
    host.pause();
    await expect.poll(() => heard).toEqual([[2, 'pause']]);
    await greet(second);
    await expect.poll(() => closed).toEqual([1, 2]);
    host.resume();
    await expect.poll(() => heard.at(-1)).toEqual([3, 'resume']);
    host.destroy();
    await expect.poll(() => closed).toEqual([1, 2, 3]);
  });

  test('hostFrame listens on the page it runs in until it is destroyed', () => {
    const posted: unknown[] = [];
    const contentWindow = { postMessage: (message: unknown) => posted.push(message) };
    const frame = { contentWindow } as unknown as HTMLIFrameElement;
    const host = hostFrame(frame, 'https://souk.example', { platform: 'web', methods: {} });
    const greet = () => {
      const event = new MessageEvent('message', {
        data: hello('0123456789abcdef'),
        origin: 'https://souk.example',
      });
      Object.defineProperty(event, 'source', { value: contentWindow });
      window.dispatchEvent(event);
    };
    greet();
    expect(posted).toMatchObject([{ t: 'hi', n: '0123456789abcdef', p: { platform: 'web' } }]);
    host.destroy();
    greet();
    expect(posted).toHaveLength(1);
  });

  test('a reloaded guest replaces the one before and receives the current token', async () => {
    const pair = framedPair();
    const host = createHost(frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow), {
      platform: 'web',
      state: { token: 'first', lang: 'en' },
      methods: { token: async () => ({ token: 'second' }) },
    });
    const connectFramed = () =>
      connect({ app: 'souk', build: '1', window: pair.guestWindow, origins: [pair.hostOrigin] });
    const before = connectFramed();
    expect(await before.request('token', { force: true })).toEqual({ token: 'second' });
    host.update({ lang: 'ar' });
    before.destroy();
    const after = connectFramed();
    expect((await after.ready).state).toEqual({ token: 'second', expiresAt: null, lang: 'ar' });
    after.destroy();
    host.destroy();
  });

  test('a guest that leaves an object after the next one came does not silence that one', () => {
    const { host: object, end } = createHostObject();
    const heard: string[] = [];
    const leave = object.subscribe(() => heard.push('first'));
    const leaveToo = object.subscribe(() => heard.push('second'));
    const send = () => end.send({ souk: 1, t: 'evt', n: '0123456789abcdef', m: 'back', p: {} });
    leave();
    send();
    leaveToo();
    send();
    expect(heard).toEqual(['second']);
  });

  test('an answer that comes after its guest has gone is not sent', async () => {
    let finish = (_: { text: string }): void => {};
    const scanned = new Promise<{ text: string }>((resolve) => {
      finish = resolve;
    });
    const { host, heard, say } = rawGuest({ methods: { scan: () => scanned } });
    say(hello('first-nonce-0000'));
    say({ souk: 1, t: 'req', n: 'first-nonce-0000', id: 1, m: 'scan', p: {} });
    say(hello('second-nonce-000'));
    finish({ text: 'late' });
    await scanned;
    await Promise.resolve();
    expect(heard.map(({ t }) => t)).toEqual(['hi', 'hi']);
    host.destroy();
  });

  test.each([
    ['toString', 'unsupported'],
    ['__proto__', 'unsupported'],
    ['scan', 'unsupported'],
    [undefined, 'unsupported'],
  ])('the method %s is %s', async (m, code) => {
    const { heard, say } = rawGuest();
    say(hello('0123456789abcdef'));
    say({ souk: 1, t: 'req', n: '0123456789abcdef', id: 1, m, p: {} });
    await Promise.resolve();
    expect(heard[1]).toMatchObject({ t: 'res', id: 1, e: { code } });
  });

  test('opens nothing but https, mailto and tel, whatever the guest asks', async () => {
    const opened: string[] = [];
    const openUrl = ({ url }: { url: string }) => {
      opened.push(url);
      return {};
    };
    const { heard, say } = rawGuest({ methods: { openUrl } });
    say(hello('0123456789abcdef'));
    const refused = ['javascript:alert(1)', 'https://souk.example and more', ['https://souk.example'], 7];
    for (const [id, url] of ['https://souk.example', ...refused].entries())
      say({ souk: 1, t: 'req', n: '0123456789abcdef', id, m: 'openUrl', p: { url } });
    await new Promise((resolve) => setTimeout(resolve));
    expect(opened).toEqual(['https://souk.example']);
    expect(heard.filter(({ e }) => e)).toHaveLength(refused.length);
  });

  test('ignores messages with another nonce', async () => {
    const done: string[] = [];
    const copy = ({ text }: { text: string }) => {
      done.push(text);
      return {};
    };
    const { host, heard, say } = rawGuest({ methods: { copy }, onNote: (name) => done.push(name) });
    say(hello('0123456789abcdef'));
    for (const n of ['fedcba9876543210', '', undefined]) {
      say({ souk: 1, t: 'req', n, id: 1, m: 'copy', p: { text: 'stolen' } });
      say({ souk: 1, t: 'note', n, m: 'back', p: { depth: 1 } });
    }
    await new Promise((resolve) => setTimeout(resolve));
    expect(done).toEqual([]);
    expect(host.back()).toBe(false);
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['no versions', {}],
    ['only later ones', { versions: [2, 3] }],
    ['a word', { versions: 'all 1' }],
  ])('a hello that speaks %s is not answered', (_case, p) => {
    const { heard, say } = rawGuest();
    say({ ...hello('0123456789abcdef'), p });
    expect(heard).toEqual([]);
  });

  test('sends nothing after destroy', () => {
    const { host, heard, say } = rawGuest();
    say(hello('0123456789abcdef'));
    host.destroy();
    host.update({ lang: 'fr' });
    say(hello('0123456789abcdef'));
    expect(heard).toHaveLength(1);
  });
});
