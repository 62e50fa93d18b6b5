import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { findNative, type NativeWindow } from '../../bridge/guest/find-native.ts';
import type { Message } from '../../bridge/protocol.ts';
import { nativePairs } from './harness/native-windows.ts';
import { outcome } from './harness/raw-host.ts';

const silent = { postMessage: () => {} };
const every = {
  webkit: { messageHandlers: { souk: silent } },
  soukHost: { ...silent, onmessage: null },
  SoukAndroid: silent,
  ReactNativeWebView: silent,
  flutter_inappwebview: { callHandler: () => {} },
};
const order = [
  ['webkit', 'ios'],
  ['soukHost', 'android'],
  ['SoukAndroid', 'android-object'],
  ['ReactNativeWebView', 'react-native'],
  ['flutter_inappwebview', 'flutter'],
] as const;

const mainFrame = (objects: object) => {
  const window: Record<string, unknown> = { ...objects };
  window.parent = window;
  return window as NativeWindow;
};
const guestIn = (window: object) => connect({ app: 'souk', build: '1', window: window as Window });

describe('detection of native apps', () => {
  test('finds the first of all that are present, in a fixed order', () => {
    const left: Record<string, unknown> = { ...every };
    for (const [key, name] of order) {
      expect(findNative(mainFrame(left))?.name).toBe(name);
      delete left[key];
    }
    expect(findNative(mainFrame(left))).toBeUndefined();
  });

  test('finds none in a frame, since the page around it is the host', () => {
    expect(findNative({ ...every, parent: {} })).toBeUndefined();
  });

  test.each<[string, object]>([
    ['handlers of other apps', { webkit: { messageHandlers: { other: silent } } }],
    ['an element of that name', { soukHost: { tagName: 'DIV' }, SoukAndroid: {}, flutter_inappwebview: {} }],
    ['an empty handler', { webkit: {}, ReactNativeWebView: {} }],
  ])('finds none where there are only %s', (_, objects) => {
    expect(findNative(mainFrame(objects))).toBeUndefined();
  });
});

describe('the global for native code', () => {
  test('is the only one, and cannot be replaced or changed', () => {
    const { window } = nativePairs['react-native']();
    const before = Object.getOwnPropertyNames(window);
    const guest = guestIn(window);
    const added = Object.getOwnPropertyNames(window).filter((name) => !before.includes(name));
    expect(added).toEqual(['soukBridge']);
    expect(Object.getOwnPropertyDescriptor(window, 'soukBridge')).toMatchObject({
      configurable: false,
      writable: false,
    });
    expect(Object.isFrozen(window.soukBridge)).toBe(true);
    expect(() => Object.assign(window, { soukBridge: {} })).toThrow(TypeError);
    expect(() => Object.assign(window.soukBridge ?? {}, { receive: () => {} })).toThrow(TypeError);
    guest.destroy();
    expect(() => window.soukBridge?.receive('{}')).not.toThrow();
  });

  test('delivers to the guest that came last, also after the one before has gone', () => {
    const { window } = nativePairs['react-native']();
    const heard: unknown[] = [];
    const before = findNative(window);
    before?.open(() => heard.push('before'));
    findNative(window)?.open((data) => heard.push(data));
    before?.close();
    window.soukBridge?.receive('{}');
    expect(heard).toEqual(['{}']);
  });

  test('is not defined where another channel has its own', () => {
    const { window } = nativePairs.android();
    const guest = guestIn(window);
    expect(window).not.toHaveProperty('soukBridge');
    guest.destroy();
  });

  test('leaves the app without a host, not without an app, where another script has defined it', async () => {
    const { window } = nativePairs['react-native']();
    Object.defineProperty(window, 'soukBridge', { value: { receive: () => {} } });
    const guest = guestIn(window);
    expect(guest.found).toBe(false);
    expect((await guest.ready).platform).toBe('none');
    guest.destroy();
  });
});

test.each(Object.entries(nativePairs))('a closed channel of %s hands on no message', (_, create) => {
  const { window, strike } = create();
  const heard: unknown[] = [];
  const transport = findNative(window);
  transport?.open((data) => heard.push(data));
  const message = { kind: 'evt', source: 'parent', origin: '', port: false } as const;
  strike({ ...message, data: 'before' });
  transport?.close();
  strike({ ...message, data: 'after' });
  expect(heard).toEqual(['before']);
});

describe('a message to native code', () => {
  test('goes through the original method, whatever a script puts in its place later', () => {
    const messages: string[] = [];
    const stolen: string[] = [];
    const ReactNativeWebView = { postMessage: (text: string) => void messages.push(text) };
    const window = mainFrame({ ReactNativeWebView });
    const transport = findNative(window);
    ReactNativeWebView.postMessage = (text) => void stolen.push(text);
    const guest = connect({ app: 'souk', build: '1', ...(transport && { transport }) });
    expect(messages).toHaveLength(1);
    expect(stolen).toEqual([]);
    guest.destroy();
  });

  test.each(['ios', 'flutter'] as const)('a call that is refused over %s ends as failed', async (name) => {
    const refuse = (text: string): unknown => {
      const { t, n } = JSON.parse(text) as Message;
      if (t !== 'hello') return Promise.reject(new Error('no handler'));
      return Promise.resolve(
        JSON.stringify({ souk: 1, t: 'hi', n, p: { version: 1, capabilities: ['scan'] } }),
      );
    };
    const objects =
      name === 'flutter'
        ? { flutter_inappwebview: { callHandler: (_: string, text: string) => refuse(text) } }
        : { webkit: { messageHandlers: { souk: { postMessage: refuse } } } };
    const guest = guestIn(mainFrame(objects));
    await guest.ready;
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: failed');
    guest.destroy();
  });

  test('a method that throws refuses its request and no other', async () => {
    const messages: Message[] = [];
    const { window } = nativePairs['ios-one-way']();
    const postMessage = (text: string) => {
      const message = JSON.parse(text) as Message;
      if (message.m === 'copy') throw new Error('too long');
      messages.push(message);
    };
    const shown = mainFrame({ ...window, webkit: { messageHandlers: { souk: { postMessage } } } });
    const guest = guestIn(shown);
    const tell = (fields: object) =>
      (shown as typeof window).soukBridge?.receive({ souk: 1, n: messages[0]?.n, ...fields });
    tell({ t: 'hi', p: { version: 1, capabilities: ['copy', 'scan'] } });
    expect(await outcome(guest.request('copy', { text: 'x' }))).toBe('rejected: failed');
    const scan = guest.request('scan', {});
    tell({ t: 'res', id: 2, r: { text: 'SOUK-7' } });
    expect(await scan).toEqual({ text: 'SOUK-7' });
    guest.destroy();
  });
});
