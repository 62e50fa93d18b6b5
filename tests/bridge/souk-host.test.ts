// The host that the packages make of their options, in front of a guest.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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

test('a page hears whether something typed would be lost', async () => {
  const values: boolean[] = [];
  const { guest } = await greeted({ onDirty: (value) => values.push(value) });
  guest.note('dirty', { value: true });
  guest.note('dirty', { value: false });
  await expect.poll(() => values).toEqual([true, false]);
});

test.each([
  ['the page of an error', 'Bad gateway'],
  ['nothing', ''],
  ['an object', { token: 't0ken' }],
])(
  'where the token is %s, Souk draws its own sign-in at once, and the page gets the reason',
  async (_, answer) => {
    const errors: string[] = [];
    const { guest } = await greeted({
      token: async () => answer as string,
      onError: ({ code, message }) => errors.push(`${code}: ${message}`),
    });
    await expect
      .poll(() => errors)
      .toEqual(['no_token: No token came: your back end has to answer its text alone']);
    expect(guest.state()).toMatchObject({ token: null, tokenPending: false });
  },
);

test('an error that the page does not listen for is in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  await greeted({ token: () => Promise.reject(new Error('502')) });
  expect(warn.mock.calls.map(([error]) => error.message)).toEqual(['No token came: Error: 502']);
});

test('a path that is given before Souk listens for one is shown once it does', async () => {
  const { souk, guest } = await greeted({ path: '/shopCenter' });
  souk.update({ path: '/orderList' });
  souk.update({ path: '/wallet' });
  await new Promise((resolve) => setTimeout(resolve));
  const paths: string[] = [];
  guest.on('navigate', ({ path }) => paths.push(path))();
  guest.on('navigate', ({ path }) => paths.push(path));
  expect(paths).toEqual(['/orderList', '/wallet']);
  souk.update({ path: '/feedback' });
  await expect.poll(() => paths).toEqual(['/orderList', '/wallet', '/feedback']);
});

test('an update takes no other origin', async () => {
  const { souk } = await greeted();
  // @ts-expect-error Another origin is another Souk.
  souk.update({ origin: 'https://other.example' });
});
