import { describe, expect, test } from 'vitest';
import { mask } from '../../bridge/mask.ts';
import { noTransport } from '../../bridge/transport/none.ts';
import { rawHost } from './harness/raw-host.ts';

const long = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';

describe('notes', () => {
  test('the note log is sent at most 20 times a minute', () => {
    const { guest, hi, clock, notes } = rawHost();
    hi();
    const log = () => guest.note('log', { level: 'info', text: 'x' });
    for (let index = 0; index < 50; index += 1) log();
    expect(notes()).toHaveLength(20);
    clock.advance(59_999);
    log();
    expect(notes()).toHaveLength(20);
    clock.advance(1);
    log();
    expect(notes()).toHaveLength(21);
  });

  test('notes other than log are not limited', () => {
    const { guest, hi, notes } = rawHost();
    hi();
    for (let depth = 0; depth < 50; depth += 1) {
      guest.note('back', { depth });
      guest.note('track', { name: 'open', props: {} });
    }
    expect(notes()).toHaveLength(100);
  });

  test('a title keeps a word that looks like a secret, as it is shown and not logged', () => {
    const { guest, hi, notes } = rawHost();
    hi();
    guest.note('title', { text: long });
    expect(notes()[0]?.p).toEqual({ text: long });
  });

  test('a transport that throws does not throw at the caller', () => {
    const transport = {
      ...noTransport,
      name: 'mount' as const,
      send: () => {
        throw new Error('gone');
      },
    };
    const { guest } = rawHost({ transport });
    expect(() => guest.note('title', { text: 'x' })).not.toThrow();
  });
});

describe('mask', () => {
  test.each<[string, readonly string[], string]>([
    ['nothing here', [], 'nothing here'],
    ['k3y and k3y', ['k3y'], '*** and ***'],
    [`Bearer ${long}`, [], 'Bearer ***'],
    ['https://souk.example/order?id=SK-20261120-0418', [], 'https://souk.example/order?id=SK-20261120-0418'],
    [`#token=${long}&lang=en`, [], '#***&lang=en'],
    ['a.b', ['.'], 'a***b'],
  ])('%j without %j is %j', (text, secrets, expected) => {
    expect(mask(text, secrets)).toBe(expected);
  });
});
