import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { session } from '../../../src/data/session.ts';
import { expireSession } from '../../../src/data/sign-out.ts';
import Login from '../../../src/screens/session/login.tsx';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { type Client, type Fault, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { password, type TestUser } from '../../harness/server.ts';
import { describedBy, submit, switchTo, write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  const { operator } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' });
  client = await startClient({ config: { operator } });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});
afterEach(() => switchTo('en'));

const elsewhere = () => <h1>The screen that was asked for</h1>;
const at = (url = '/login') =>
  open(url, { '/login': Login, '/wallet': Login, '/shopCenter': elsewhere, '/settings': elsewhere });
type Page = ReturnType<typeof at>;
const field = (page: Page, label: string) => page.get('textbox', label) as HTMLInputElement;
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) await write(field(page, label), text);
};
const send = async (page: Page) => submit(page.get('form'));
const right = () => ({ Username: amina.username, Password: password });
const refuse =
  (code: number, data: object = {}): Fault =>
  () =>
    Response.json({ code, msg: 'no', data });

test('a shop that is closed, and has nothing left to show, is named beside the form', async () => {
  const page = at();
  await fill(page, right());
  client.fault('POST /login', refuse(410));
  await send(page);
  await page.says('This account is closed.');
});

test('a demo names what to sign in with, and fills it in at a press', async () => {
  const { username } = amina;
  const demo = { username, password, payPassword: '135790' };
  client.fault('GET /v1/operator', () => Response.json({ code: 200, msg: 'ok', data: { demo } }));
  const page = at();
  await page.press('button', 'Fill in');
  expect(field(page, 'Username').value).toBe(username);
  await send(page);
  await page.find('heading', 'The screen that was asked for');
});

describe('signing in', () => {
  test('signing in at its own address leads on to the shop', async () => {
    const page = at();
    await fill(page, right());
    await send(page);
    await page.find('heading', 'The screen that was asked for');
    expect(page.place.url.value).toBe('/shopCenter');
    expect(session.value.status).toBe('signed-in');
  });

  test('stays under the address of the screen that it is drawn in place of', async () => {
    const page = at('/wallet');
    await fill(page, right());
    await send(page);
    await eventually(() => expect(session.value.status).toBe('signed-in'));
    expect(page.place.url.value).toBe('/wallet');
  });

  test.each([
    ['a wrong password', () => ({ ...right(), Password: 'not-the-password' })],
    ['an unknown name', () => ({ Username: 'nobody-at-all', Password: password })],
  ])(
    'signing in with %s is refused by one sentence, the same for both, and keeps what was typed',
    async (_, values) => {
      const page = at();
      const typed = values();
      await fill(page, typed);
      await send(page);
      await eventually(() => expect(page.get('alert').textContent).toBe('Wrong username or password.'));
      expect(page.all('alert')).toHaveLength(1);
      expect(field(page, 'Username').value).toBe(typed.Username);
      expect(field(page, 'Password').value).toBe(typed.Password);
      expect(page.all('textbox', 'Verification code')).toEqual([]);
    },
  );

  test('says how long to wait after too many tries, not that the system is busy', async () => {
    const page = at();
    await fill(page, { ...right(), Password: 'not-the-password' });
    for (let tried = 0; tried < 4; tried++) {
      await send(page);
      await eventually(() => expect(page.all('form [aria-disabled]')).toEqual([]));
    }
    await page.says('Too many attempts. Try again in 2 seconds.');
    client.server.clock.advance(3_000);
    await fill(page, right());
    await send(page);
    await page.find('heading', 'The screen that was asked for');
  });

  test.each([
    ['nothing', {}, ['Username', 'Password']],
    ['a blank name', { Username: '  ', Password: password }, ['Username']],
    ['no password', { Username: 'amina' }, ['Password']],
  ])(
    'signing in with %s sends nothing and says what is missing beside the field',
    async (_, values, wrong) => {
      const page = at();
      await fill(page, values as Record<string, string>);
      await send(page);
      const marked = ['Username', 'Password'].filter((label) => describedBy(field(page, label)));
      expect(marked).toEqual(wrong);
      expect(client.of('POST /login')).toEqual([]);
    },
  );

  test('signing in with a short password asks the server, which has the rule', async () => {
    const page = at();
    await fill(page, { Username: 'amina', Password: 'short' });
    await send(page);
    await eventually(() => expect(client.of('POST /login')).toHaveLength(1));
  });
});

describe('the verification code', () => {
  test.each([
    [416, 'Enter the verification code.'],
    [415, 'code'],
    [414, 'code'],
  ])('is asked for at %i and sent with the next try', async (code, words) => {
    client.fault('POST /login', refuse(code, { field: 'verifyCode' }));
    const page = at();
    expect(page.all('textbox', 'Verification code')).toEqual([]);
    await fill(page, right());
    await send(page);
    await page.find('textbox', 'Verification code');
    await page.says(words);
    expect(field(page, 'Password').value).toBe(password);
    await fill(page, { 'Verification code': '482913' });
    await send(page);
    await page.find('heading', 'The screen that was asked for');
    expect(client.of('POST /login').map(({ body }) => body)).toEqual([
      { username: amina.username, password },
      { username: amina.username, password, verifyCode: '482913' },
    ]);
  });
});

test('an expired sign-in says that nothing is lost, and knows the name', async () => {
  await client.signIn(amina);
  expireSession();
  const page = at('/wallet');
  await page.says('Your session has expired.');
  expect(field(page, 'Username').value).toBe(amina.username);
});

describe('the operator of the platform', () => {
  test('stands below the form, with a warning where it is a demo', async () => {
    const page = at();
    await page.find('heading', 'Who runs this platform');
    await page.says('OperatorSouk DEMO');
    await page.says('Don’t enter a real password or send money.');
  });

  test('is not made up where it is not configured', async () => {
    const empty = { legalName: null, licence: null, address: null, complaint: null, brands: [] };
    client.fault('GET /v1/operator', () => Response.json({ code: 200, msg: 'ok', data: empty }));
    const page = at();
    await eventually(() => expect(client.of('GET /v1/operator')).toHaveLength(1));
    await page.find('button', 'Sign in');
    expect(page.all('heading').map((one) => one.textContent)).toEqual(['Sign in']);
  });
});
