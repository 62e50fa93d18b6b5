import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { findTransport } from '../../bridge/guest/find-transport.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import { framedPair } from './harness/fake-windows.ts';

const framed = (ancestor?: string) => {
  const { guest, guestWindow } = framedPair();
  if (ancestor) guest.location.ancestorOrigins = [ancestor, 'https://top.example'];
  return guestWindow;
};

describe('detection of the transport', () => {
  test.each<[string, readonly string[] | undefined, string | undefined, string | undefined]>([
    ['a listed origin', ['https://superapp.example'], undefined, 'iframe'],
    [
      'a listed origin the engine confirms',
      ['https://superapp.example'],
      'https://superapp.example',
      'iframe',
    ],
    ['a listed origin, framed by another', ['https://superapp.example'], 'https://evil.example', undefined],
    ['the origin of an app on iOS', ['capacitor://localhost'], 'capacitor://localhost', 'iframe'],
    ['no origins', [], undefined, undefined],
    ['no configuration', undefined, undefined, undefined],
    ['only a wildcard', ['*'], undefined, undefined],
    ['only "null"', ['null'], undefined, undefined],
  ])('decides for a frame with %s', (_case, origins, ancestor, expected) => {
    expect(findTransport({ window: framed(ancestor), origins })?.name).toBe(expected);
  });

  test('finds none in a page that is not framed', () => {
    const { guest, guestWindow } = framedPair();
    guest.parent = guest;
    expect(
      findTransport({ window: guestWindow, origins: ['https://superapp.example'] })?.name,
    ).toBeUndefined();
  });

  test('prefers a given host object to everything else', () => {
    const { host } = createHostObject();
    expect(findTransport({ window: framed(), host, origins: ['https://superapp.example'] })?.name).toBe(
      'mount',
    );
  });

  test('sends hello to the listed origins and nowhere else', async () => {
    for (const [origins, arrives] of [
      [['https://superapp.example'], true],
      [['https://other.example'], false],
    ] as const) {
      const pair = framedPair();
      const heard: unknown[] = [];
      pair.host.listeners.add(({ data }) => heard.push(data));
      const guest = connect({ app: 'souk', build: '1', window: pair.guestWindow, origins });
      await Promise.resolve();
      expect(heard.length > 0).toBe(arrives);
      guest.destroy();
      expect(pair.guest.listeners.size).toBe(0);
    }
  });
});
