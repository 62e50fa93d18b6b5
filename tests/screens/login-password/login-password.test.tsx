import { expect, test } from 'vitest';
import { currentToken, me, session } from '../../../src/data/session.ts';
import LoginPassword from '../../../src/screens/login-password/login-password.tsx';
import Settings from '../../../src/screens/settings/settings.tsx';
import type { Client } from '../../harness/client.ts';
import { eventually, open } from '../../harness/render-screen.tsx';
import { password, type TestUser } from '../../harness/server.ts';
import { userActions } from '../../harness/user-actions.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 1_500 }, (given) => {
  ({ client, amina } = given);
});

const next = 'another-horse-2';
const screens = { '/loginPassword': LoginPassword, '/settings': Settings };
const at = async (url = '/loginPassword') => {
  await client.signIn(amina);
  const page = open(url, screens);
  return { page, ...userActions(page) };
};
const changes = () => client.of('POST /v1/user/update_password');
const filled = async (values: Partial<Record<string, string>> = {}) => {
  const { page, fill, submit } = await at();
  const all = { 'Current password': password, 'New password': next, 'Confirm new password': next, ...values };
  for (const [label, text] of Object.entries(all)) await fill(label, text ?? '');
  await submit();
  return { page, fill, submit };
};

test('a change is confirmed, and this device stays signed in while the others do not', async () => {
  const { data } = await client.server.call<{ token: string }>('POST /login', {
    username: amina.username,
    password,
  });
  const { page } = await filled();
  await page.says('Your login password has been changed, and your other devices are signed out.');
  expect(changes()).toHaveLength(1);
  expect((await client.server.call('GET /v1/me', {}, { token: data.token })).code).toBe(401);
  expect((await client.server.call('GET /v1/me', {}, { token: currentToken() ?? '' })).code).toBe(200);
});

test('a wrong current password stands beside its field, and nothing typed is lost', async () => {
  const { page, fill, submit } = await filled({ 'Current password': 'not-this-one' });
  const field = (label: string) => page.get('textbox', label) as HTMLInputElement;
  await eventually(() =>
    expect(describedBy(field('Current password'))).toBe('The current password isn’t right. Forgot it?'),
  );
  expect(field('New password').value).toBe(next);
  await fill('Current password', password);
  await submit();
  await page.says('Your login password has been changed');
});

test.each([
  ['the two differ', { 'Confirm new password': 'another-one' }, 'Confirm new password', /don’t match/],
  ['it is short', { 'New password': 'short', 'Confirm new password': 'short' }, 'New password', /8/],
  [
    'it is the current one',
    { 'New password': password, 'Confirm new password': password },
    'New password',
    /Choose a different one/,
  ],
])('a sentence beside the field says so where %s', async (_, values, label, words) => {
  const { page } = await filled(values);
  await eventually(() => expect(describedBy(page.get('textbox', label))).toMatch(words));
});

test('too many tries show how long to wait', async () => {
  const { page, submit } = await filled({ 'Current password': 'not-this-one' });
  for (let tried = 0; tried < 3; tried++) {
    await eventually(() => expect(page.all('form [aria-disabled]')).toEqual([]));
    await submit();
  }
  await page.says(/Too many attempts. Try again in \d+ second/);
});

test('passwords are stored nowhere', async () => {
  await filled({ 'Current password': 'not-this-one' });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(
    new RegExp(`not-this-one|${next}`),
  );
});

test('settings lead to the change, but for a merchant without a password and for a server that cannot change it', async () => {
  const { page } = await at('/settings');
  const link = () => page.all('link').filter((one) => one.getAttribute('href') === '/loginPassword').length;
  await eventually(() => expect(link()).toBe(1));
  const known = me.peek();
  session.value = { status: 'signed-in', me: { ...known, passwordSet: false } };
  await eventually(() => expect(link()).toBe(0));
  session.value = { status: 'signed-in', me: { ...known, features: [] } };
  await eventually(() => expect(link()).toBe(0));
});
