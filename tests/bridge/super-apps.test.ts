// What the hosts of the super-apps' SDKs answer; tests/readme/super-apps.test.ts runs them in the SDKs themselves.
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { capacitorHost } from '../../bridge/packages/embed/capacitor.ts';

const done = async () => {};
const plugins = {
  App: { addListener: done },
  Browser: { open: done },
  Share: { share: done },
  Haptics: { impact: done, notification: done },
};

test.each([
  [undefined, 'leaves'],
  [true, 'leaves'],
  [false, 'stays'],
])('a Capacitor app whose onClose returns %s %s', async (answer, expected) => {
  const openSession = async () => ({ token: 't0ken' });
  const { host, bridge } = capacitorHost(plugins, { lang: 'en', openSession, onClose: () => answer });
  const guest = connect({ app: 'souk', build: 'test', host });
  onTestFinished(() => {
    guest.destroy();
    bridge.destroy();
  });
  const closing = guest.request('close', { dirty: true });
  expect(
    await closing.then(
      () => 'leaves',
      ({ code }) => code === 'denied' && 'stays',
    ),
  ).toBe(expected);
});

test('a super-app’s page gets an error when no session opens, and Souk waits for none', async () => {
  const errors: [string, string][] = [];
  const { host, bridge } = capacitorHost(plugins, {
    lang: 'en',
    openSession: () => Promise.reject(new Error('503')),
    onClose: () => {},
    onError: ({ code, message }) => errors.push([code, message]),
  });
  await expect.poll(() => errors).toEqual([['no_token', 'No token came: Error: 503']]);
  const guest = connect({ app: 'souk', build: 'test', host });
  expect((await guest.ready).state).toMatchObject({ token: null, tokenPending: false });
  guest.destroy();
  bridge.destroy();
});
