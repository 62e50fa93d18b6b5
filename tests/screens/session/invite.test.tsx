import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../bridge/guest/connect.ts';
import { createHost } from '../../../bridge/host.ts';
import { createHostObject } from '../../../bridge/host-end/object-end.ts';
import { codeRefusal } from '../../../src/data/blocked.ts';
import { configure } from '../../../src/data/config.ts';
import { capabilities } from '../../../src/data/host.ts';
import { session } from '../../../src/data/session.ts';
import Invite from '../../../src/screens/session/invite.tsx';
import Login from '../../../src/screens/session/login.tsx';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { tab } from '../../../src/storage.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { password, type TestUser } from '../../harness/server.ts';
import { describedBy, submit, switchTo, write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
let names = 0;

beforeAll(async () => {
  const { operator } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' });
  client = await startClient({ config: { operator } });
});
afterAll(() => client.close());
const signInConfig = () => client.server.deps.config.signIn;
const usual = () =>
  Object.assign(signInConfig(), {
    verify: 'never',
    registration: true,
    terms: { version: '1', link: 'https://operator.example/terms' },
  });
beforeEach(async () => {
  leave();
  client.clear();
  codeRefusal.value = undefined;
  usual();
  amina = await client.server.addUser({ username: `amina${names++}` });
});
afterEach(() => switchTo('en'));

const newCode = async () => {
  const { data } = await client.server.call<{ inviteCode: string }>(
    'POST /v1/user/invite/add',
    {},
    {
      token: amina.token,
      key: crypto.randomUUID(),
    },
  );
  return data.inviteCode;
};
const at = (url = '/invite') =>
  open(url, { '/invite': Invite, '/login': Login, '/shopCenter': () => <h1>Store</h1> });
type Page = ReturnType<typeof at>;
const field = (page: Page, label: string) => page.get('textbox', label) as HTMLInputElement;
const send = (page: Page) => submit(page.get('form'));
const enter = async (page: Page, code: string) => {
  await write(field(page, 'Invitation code'), code);
  await send(page);
};
/** As far as the second step, with a good code. */
const invited = async () => {
  const code = await newCode();
  const page = at();
  await enter(page, code);
  await page.find('heading', 'Open your shop');
  return { page, code };
};
const agree = (page: Page) => act(async () => page.get('[type=checkbox]').click());
const fill = async (page: Page, username: string) => {
  await write(field(page, 'Username'), username);
  await write(field(page, 'Password'), password);
};
const newName = () => `farid${names++}`;

describe('the invitation code', () => {
  test('the invitation code that is missing is asked for beside its field, and nothing is sent', async () => {
    const page = at();
    await send(page);
    expect(describedBy(field(page, 'Invitation code'))).toContain('You need an invitation code.');
    expect(client.of('POST /invite_code')).toEqual([]);
  });

  test('the invitation code that does not exist is refused beside its field', async () => {
    const page = at();
    await enter(page, 'NOPE1234');
    await eventually(() =>
      expect(describedBy(field(page, 'Invitation code'))).toContain('This invitation code isn’t valid.'),
    );
    page.get('heading', 'Join Souk');
  });

  test('may be typed in any case and width, with spaces around it', async () => {
    const code = await newCode();
    const wide = [...code.toLowerCase()].map((one) =>
      /\d/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one,
    );
    const page = at();
    await enter(page, `  ${wide.join('')} `);
    await page.find('heading', 'Open your shop');
    expect(client.of('POST /invite_code').map(({ body }) => body)).toEqual([
      { action: 'check', inviteCode: code },
    ]);
  });

  test('stands in the field where the address brought it, and the address stays as it is', async () => {
    const url = '/invite?x=%7e+a&invite=abc%201&y';
    const page = at(url);
    expect(field(page, 'Invitation code').value).toBe('abc 1');
    expect(page.place.url.value).toBe(url);
    expect(page.get('link', 'I already have an account').getAttribute('href')).toBe(
      '/login?x=%7e+a&invite=abc%201&y',
    );
  });

  test('stands in the field where the fragment handed it over', () => {
    tab.set('invite', 'FRAG1234');
    expect(field(at(), 'Invitation code').value).toBe('FRAG1234');
  });

  test('is asked for with a message where a refused call needs it', () => {
    codeRefusal.value = 436;
    expect(at().text()).toContain('You need an invitation code. Enter yours to continue.');
  });

  test('is of no use while registration is closed', async () => {
    const code = await newCode();
    signInConfig().registration = false;
    const page = at();
    await enter(page, code);
    await page.says('You can’t register right now. Try again later.');
  });

  test('an invitation code that was guessed too often says how long to wait', async () => {
    const refused = { code: 201, msg: 'busy', data: { reason: 'too_many_attempts', retryAfter: 40 } };
    client.fault('POST /invite_code', () => Response.json(refused));
    const page = at();
    await enter(page, 'NOPE1234');
    await page.says('Too many attempts. Try again in 40 seconds.');
  });
});

test('a person with a code comes from sign-in with the query as it was', () => {
  const page = at('/login?invite=A%2BB&z=1#top');
  expect(page.get('link', 'I have an invitation code').getAttribute('href')).toBe('/invite?invite=A%2BB&z=1');
});

describe('registering', () => {
  test('says who invites and who runs the platform before it asks for anything', async () => {
    const { page } = await invited();
    const words = page.text();
    expect(words).toContain('You’re invited by a•••');
    expect(words).not.toContain(amina.username);
    const places = ['You’re invited by', 'it may earn nothing', 'Souk DEMO', 'Username'];
    const found = places.map((one) => words.indexOf(one));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
    expect((page.get('[type=checkbox]') as HTMLInputElement).checked).toBe(false);
  });

  test('opens a shop, signs in and leads to it', async () => {
    const { page } = await invited();
    const name = newName();
    await fill(page, name);
    await agree(page);
    await send(page);
    await page.find('heading', 'Store');
    expect(page.place.url.value).toBe('/shopCenter');
    expect(session.value.me?.username).toBe(name);
    expect(localStorage.getItem('token')).toBeTruthy();
  });

  test('asks for no agreement to terms that are published nowhere', async () => {
    signInConfig().terms = { version: '1', link: '' };
    const { page } = await invited();
    await fill(page, newName());
    expect(page.all('[type=checkbox]')).toEqual([]);
    await send(page);
    await page.find('heading', 'Store');
  });

  test('needs agreement to the terms, and a password of 8', async () => {
    const { page } = await invited();
    await write(field(page, 'Username'), newName());
    await write(field(page, 'Password'), 'short');
    await send(page);
    await page.says('Agree to the terms to register.');
    expect(describedBy(field(page, 'Password'))).toContain('Enter at least 8 characters.');
    expect(client.of('POST /invite_code')).toHaveLength(1);
  });

  test('registering with a name that is taken says so beside it', async () => {
    const { page } = await invited();
    await fill(page, amina.username);
    await agree(page);
    await send(page);
    await eventually(() =>
      expect(describedBy(field(page, 'Username'))).toContain('This username is already taken.'),
    );
  });

  test('registering takes a code that was sent, where the operator wants one', async () => {
    signInConfig().verify = 'always';
    const { page } = await invited();
    const name = newName();
    await fill(page, name);
    await agree(page);
    await send(page);
    await page.find('textbox', 'Verification code');
    await page.press('button', 'Send code');
    await page.says('We sent a code. It’s valid until');
    const [message] = client.server.sent;
    expect(message).toMatchObject({ purpose: 'register', username: name });
    await page.press('button', 'Send code');
    await page.says(/Request another in \d+ seconds\./);

    await write(field(page, 'Verification code'), '000000');
    await send(page);
    await eventually(() =>
      expect(describedBy(field(page, 'Verification code'))).toContain('That code isn’t right.'),
    );
    await write(field(page, 'Verification code'), message?.code ?? '');
    await send(page);
    await page.find('heading', 'Store');
  });

  test('goes on with a new ticket when the old one ran out over the typing', async () => {
    const { page } = await invited();
    await fill(page, newName());
    await agree(page);
    client.server.clock.advance(11 * 60_000);
    await send(page);
    await page.find('heading', 'Store');
  });

  test('asks for agreement again where the terms have changed', async () => {
    const { page } = await invited();
    await fill(page, newName());
    await agree(page);
    signInConfig().terms = { version: '2', link: 'https://operator.example/terms' };
    await send(page);
    await page.says('The terms have changed, so nothing was registered.');
    await page.says('I agree to the terms, version 2.');
    expect((page.get('[type=checkbox]') as HTMLInputElement).checked).toBe(false);
    expect(page.get('link', 'Read the terms').getAttribute('href')).toBe('https://operator.example/terms');
    expect(field(page, 'Password').value).toBe(password);
    await agree(page);
    await send(page);
    await page.find('heading', 'Store');
  });

  test('registering with a code that was used meanwhile leads back to the code', async () => {
    const { page } = await invited();
    await fill(page, newName());
    await agree(page);
    client.server.clock.advance(30 * 24 * 3_600_000);
    await send(page);
    await page.find('heading', 'Join Souk');
    await page.says('This invitation code isn’t valid.');
  });

  test('registering with a lost answer is checked by signing in, and not done twice', async () => {
    const { page } = await invited();
    const name = newName();
    await fill(page, name);
    await agree(page);
    client.fault('POST /invite_code', async (pass) => {
      await pass();
      throw new TypeError('Failed to fetch');
    });
    await send(page);
    await page.find('heading', 'Store');
    expect(session.value.me?.username).toBe(name);
    expect(client.of('POST /invite_code')).toHaveLength(2);
  });

  test('says so where it never arrived, and keeps all that was typed', async () => {
    const { page } = await invited();
    const name = newName();
    await fill(page, name);
    await agree(page);
    client.fault('POST /invite_code', faults.refusedConnection);
    client.fault('POST /login', faults.refusedConnection);
    await send(page);
    await page.says('No connection.');
    expect([field(page, 'Username').value, field(page, 'Password').value]).toEqual([name, password]);
    await send(page);
    await page.find('heading', 'Store');
  });
});

test('a code that was copied is pasted by a button', async () => {
  const readText = vi.fn().mockResolvedValue(' PASTED12 ');
  vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { readText } });
  const page = at();
  await page.press('button', 'Paste');
  await eventually(() => expect(field(page, 'Invitation code').value).toBe('PASTED12'));
  vi.unstubAllGlobals();
});

test('a code is read by the host’s camera, out of an address too, and only where there is one', async () => {
  const page = at();
  expect(page.all('button', 'Scan')).toEqual([]);
  const { host, end } = createHostObject();
  const scan = () => ({ text: 'https://souk.example/invite?invite=K7QM2X&lang=ar' });
  const played = createHost(end, { platform: 'test', methods: { scan } });
  const guest = connect({ app: 'souk', build: 'test', host });
  configure({ guest: async () => guest });
  act(() => {
    capabilities.value = ['scan'];
  });
  page.get('button', 'Scan').click();
  await eventually(() => expect(field(page, 'Invitation code').value).toBe('K7QM2X'));
  act(() => {
    capabilities.value = [];
  });
  configure({ guest: undefined });
  guest.destroy();
  played.destroy();
});

test('the entry by invitation warns against paying to withdraw, and says where a demand is reported', async () => {
  const page = at();
  await page.says('We never ask you to pay to withdraw.');
  expect((await page.find('link', 'Tell us if someone did')).getAttribute('href')).toBe('/service');
});
