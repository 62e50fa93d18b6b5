// The host that the packages make of their options, in front of a guest.
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import { createSoukHost, type ShowOptions } from '../../bridge/packages/embed/souk-host.ts';

const origin = 'https://souk.example';

/** Greets the host of these options; returns it with its guest, and the states that were published later. */
async function greeted(options: Omit<ShowOptions, 'origin'> = {}) {
  const { host, end } = createHostObject();
  const souk = createSoukHost(end, { origin, ...options }, { platform: 'test', stop: () => {} });
  const guest = connect({ app: 'souk', build: 'test', host });
  const states: object[] = [];
  guest.on('state', (changes) => states.push(changes));
  onTestFinished(() => {
    guest.destroy();
    souk.leave();
  });
  const { capabilities, state } = await guest.ready;
  return { souk, guest, capabilities, state, states };
}

describe('a look', () => {
  test('that is taken off is Souk’s own again, and is published once', async () => {
    const { souk, states } = await greeted({ theme: 'dark', appearance: { colorAccent: '#0a7d4f' } });
    souk.update({ theme: undefined, appearance: undefined });
    souk.update({ theme: undefined, appearance: undefined });
    expect(states).toEqual([{ theme: 'auto', appearance: {} }]);
  });

  test('that was never given is not published', async () => {
    const { souk, state, states } = await greeted();
    souk.update({ theme: undefined, appearance: undefined });
    expect([state, states]).toEqual([{}, []]);
  });

  test('that is another object with the same values is not published', async () => {
    const { souk, states } = await greeted({ appearance: { colorAccent: '#0a7d4f' } });
    souk.update({ appearance: { colorAccent: '#0a7d4f' } });
    expect(states).toEqual([]);
  });
});

test('a page is asked to close only where it says how', async () => {
  expect((await greeted()).capabilities).toEqual([]);
  const { guest, capabilities } = await greeted({ onClose: (dirty) => !dirty });
  expect(capabilities).toEqual(['close']);
  expect(await guest.request('close', { dirty: false })).toEqual({});
  await expect(guest.request('close', { dirty: true })).rejects.toMatchObject({ code: 'denied' });
});

test('a page is told whether something typed would be lost', async () => {
  const told: boolean[] = [];
  const { guest } = await greeted({ onDirty: (value) => told.push(value) });
  guest.note('dirty', { value: true });
  guest.note('dirty', { value: false });
  await expect.poll(() => told).toEqual([true, false]);
});

test('an update takes no other origin', async () => {
  const { souk } = await greeted();
  // @ts-expect-error Another origin is another Souk.
  souk.update({ origin: 'https://other.example' });
});
