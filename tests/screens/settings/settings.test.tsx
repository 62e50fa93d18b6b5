import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { session } from '../../../src/data/session.ts';
import { unreadResource } from '../../../src/data/unread.ts';
import { configureTexts, dir, lang } from '../../../src/lang/index.ts';
import Settings from '../../../src/screens/settings/settings.tsx';
import { type Client, faults } from '../../harness/client.ts';
import { addListed, place } from '../../harness/market.ts';
import { eventually, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';

let client: Client;
let amina: TestUser;

withMerchant({}, (given) => {
  ({ client, amina } = given);
});

const at = () => open('/settings', { '/settings': Settings });
const signOutEverywhere = async (page: ReturnType<typeof at>) => {
  await page.press('button', 'Sign out of all devices');
  await page.find('dialog', 'Sign out of all devices?');
  await act(async () => page.all('button', 'Sign out').at(-1)?.click());
};
const atLanguages = async () => {
  const page = at();
  await page.press('button', 'Language');
  await page.find('dialog', 'Language');
  return page;
};
const pick = (page: ReturnType<typeof at>, name: string) => {
  const radio = page.all('radio').find((one) => one.closest('label')?.textContent?.includes(name));
  return act(async () => radio?.click());
};

describe('the language', () => {
  test('is listed in its own name, the one in use chosen', async () => {
    const page = await atLanguages();
    const named = page.all('label').map((one) => one.textContent);
    expect(named).toEqual(['English', 'العربية', '简体中文']);
    expect(page.all('radio').map((one) => (one as HTMLInputElement).checked)).toEqual([true, false, false]);
    expect(page.all('label span[lang]').map((one) => one.lang)).toEqual(['en', 'ar', 'zh-CN']);
  });

  test('changes at once, with the direction', async () => {
    const page = await atLanguages();
    await pick(page, 'العربية');
    await page.find('heading', 'الإعدادات');
    expect(dir.value).toBe('rtl');
  });

  test('the language that does not load leaves the old one, says so, and can be tried again', async () => {
    let down = true;
    configureTexts({
      load: () => (down ? Promise.reject(new Error('gone')) : Promise.resolve({})),
      langs: ['en', 'ar', 'fr'],
    });
    const page = await atLanguages();
    await pick(page, 'Français');
    await page.find('alert');
    expect(lang.value).toBe('en');
    down = false;
    await page.press('button', 'Try again');
    await eventually(() => expect(lang.value).toBe('fr'));
    expect(page.all('alert')).toEqual([]);
    configureTexts({ load: () => Promise.resolve({}), langs: ['en', 'ar', 'zh-CN'] });
  });
});

describe('the ways on', () => {
  test('lead a signed-in person to all that has no tab', async () => {
    expect(
      at()
        .all('link')
        .map((one) => one.getAttribute('href')),
    ).toEqual(['/shopCenter']);
    await client.signIn(amina);
    const hrefs = at()
      .all('link')
      .map((one) => one.getAttribute('href'));
    expect(hrefs.slice(0, 2)).toEqual(['/shopCenter', '/shop']);
    expect(hrefs).toEqual(
      expect.arrayContaining(['/upgrade', '/notifications', '/invitation', '/qa', '/feedback', '/service']),
    );
  });
});

test('the notifications have no number while there is nothing to do', async () => {
  await client.signIn(amina);
  const page = at();
  await eventually(() => expect(unreadResource.peek(undefined).data).toBeDefined());
  expect(page.get('link', 'Notifications').closest('li')?.textContent).toBe('Notifications');
});

test('the notifications have the number of the bell: what is to do, not what is unread', async () => {
  const goods = await addListed(client.server, amina);
  await place(client.server, amina, goods.id);
  await place(client.server, amina, goods.id);
  await client.signIn(amina);
  const page = at();
  await eventually(() =>
    expect(page.get('link', 'Notifications').closest('li')?.textContent).toBe('Notifications1'),
  );
});

describe('the card of the account', () => {
  const other = async () => (await client.server.call('GET /v1/me', {}, amina)).code;

  test('is not shown without a sign-in', () => {
    expect(at().all('heading', 'Account')).toEqual([]);
  });

  test('signs out here, and leaves the other devices alone', async () => {
    await client.signIn(amina);
    const page = at();
    await page.says(`Signed in as ${amina.username}`);
    await page.press('button', 'Sign out');
    await eventually(() => expect(session.value.status).toBe('signed-out'));
    expect(client.of('POST /logout').map(({ body }) => body)).toEqual([{ all: false }]);
    expect(localStorage.getItem('token')).toBeNull();
    expect(await other()).toBe(200);
  });

  test('signs out everywhere once that is confirmed, and not before', async () => {
    await client.signIn(amina);
    const page = at();
    await page.press('button', 'Sign out of all devices');
    await page.press('button', 'Stay signed in');
    expect(client.of('POST /logout')).toEqual([]);
    await signOutEverywhere(page);
    await eventually(() => expect(session.value.status).toBe('signed-out'));
    expect(await other()).toBe(401);
  });

  test('does not claim to have signed out everywhere when the server did not answer', async () => {
    client.fault('POST /logout', faults.refusedConnection);
    await client.signIn(amina);
    const page = at();
    await signOutEverywhere(page);
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('You’re still signed in everywhere.'),
    );
    expect(session.value.status).toBe('signed-in');
    await signOutEverywhere(page);
    await eventually(() => expect(session.value.status).toBe('signed-out'));
    expect(await other()).toBe(401);
  });

  test('offers signing out everywhere only where the server supports it', async () => {
    await client.signIn(amina);
    session.value = { status: 'signed-in', me: { ...session.value.me, features: ['idempotency'] } };
    const page = at();
    page.get('button', 'Sign out');
    expect(page.all('button', 'Sign out of all devices')).toEqual([]);
  });
});
