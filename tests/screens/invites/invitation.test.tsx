import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import spanish from '../../../locales/es.json';
import { configure } from '../../../src/data/config.ts';
import { toasts } from '../../../src/data/toast.ts';
import { addTexts } from '../../../src/lang/index.ts';
import Invitation from '../../../src/screens/invites/invitation.tsx';
import { seedHelp } from '../../../src/server/services/help/seed-help.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { password, type TestUser } from '../../harness/server.ts';
import { switchTo } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient();
  await seedHelp(client.server.deps);
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});
afterEach(() => {
  switchTo('en');
  vi.unstubAllGlobals();
  configure({ timeoutMs: 15_000 });
});

interface Made {
  inviteCode: string;
  link: string;
}
const add = async (input: object = {}) =>
  client.server.call<Made>('POST /v1/user/invite/add', input, {
    token: amina.token,
    key: crypto.randomUUID(),
  });
const at = async () => {
  await client.signIn(amina);
  return open('/invitation', { '/invitation': Invitation });
};
const make = 'Create invitation';
const copies = () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { language: 'en', clipboard: { writeText } });
  return writeText;
};

describe('the number of invitations left today', () => {
  test('is shown with the moment of its reset, by the shop’s clock', async () => {
    await add();
    const page = await at();
    await page.says('1 of 2 left');
    await page.says('Resets 12:00 AM');
    await page.says('Not registered yet');
  });

  test('is in the singular where one is left', async () => {
    await add();
    addTexts('es', 'first', spanish);
    switchTo('es');
    const page = await at();
    await page.says('queda 1 de 2');
  });

  test('disables the button with the reason once it is used up', async () => {
    await add();
    await add();
    const page = await at();
    await page.says('0 of 2 left');
    const button = await page.find('button', make);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await page.press('button', make);
    expect(client.of('POST /v1/user/invite/add')).toEqual([]);
  });

  test('follows the refusal where it was used up on another phone', async () => {
    const page = await at();
    await page.says('2 of 2 left');
    await add();
    await add();
    await page.press('button', make);
    await page.says('No invitations left today. Try again tomorrow.');
    await page.says('0 of 2 left');
  });
});

describe('an invitation', () => {
  test('is made once for two presses, and its code and link can be copied', async () => {
    const writeText = copies();
    const page = await at();
    const button = await page.find('button', make);
    button.click();
    button.click();
    await page.says('It works once. Valid until');
    await page.says('1 of 2 left');
    expect(client.of('POST /v1/user/invite/add')).toHaveLength(1);
    const [mono, link] = page.all('.mono').map((one) => one.textContent ?? '');
    expect(mono).toMatch(/^[A-Z0-9]{4,16}$/);
    expect(link).toBe(`${location.origin}/invite?invite=${mono}`);
    await page.press('button', 'Copy link');
    await eventually(() => expect(writeText).toHaveBeenCalledWith(link));
    await eventually(() => expect(toasts.value.map((one) => one.text())).toContain('Copied'));
  });

  test('is shared by the host where there is one', async () => {
    const request = vi.fn().mockResolvedValue({});
    const page = await at();
    await page.press('button', make);
    await page.find('button', 'Share');
    configure({ guest: async () => ({ request, note: () => {} }) as never });
    await page.press('button', 'Share');
    await eventually(() => expect(request).toHaveBeenCalled());
    const [method, what] = request.mock.calls[0] as [string, { text: string; url: string }];
    expect(method).toBe('share');
    expect(what.url).toContain('/invite?invite=');
    expect(what.text).not.toMatch(/\$|earn|profit/i);
  });

  test('an invitation made earlier is shown with code, link and end, also where several are open', async () => {
    const [first, second] = [(await add()).data, (await add()).data];
    const page = await at();
    for (const { inviteCode, link } of [first, second]) {
      await page.says(inviteCode);
      expect(page.text()).toContain(new URL(link, location.href).href);
    }
    expect(page.text().match(/Valid until /g)).toHaveLength(2);
    expect(page.all('button', 'Copy link')).toHaveLength(2);
  });

  test('is refused with their number where too many are open', async () => {
    const page = await at();
    const data = { reason: 'too_many_open', params: { max: 20 } };
    client.fault('POST /v1/user/invite/add', () => Response.json({ code: 442, msg: 'no', data }));
    await page.press('button', make);
    await page.says('Invitations already open: 20.');
  });
});

describe('friends', () => {
  test('friends who registered are shown with a shortened name, and one with an expired invitation is invited again', async () => {
    const { data } = await add();
    const check = { action: 'check', inviteCode: data.inviteCode };
    const { ticket, termsVersion } = (
      await client.server.call<{ ticket: string; termsVersion: string }>('POST /invite_code', check)
    ).data;
    await client.server.call('POST /invite_code', {
      ...check,
      action: 'register',
      ticket,
      termsVersion,
      username: 'barakat-of-basra',
      password,
    });
    await add();
    client.server.clock.advance(15 * 24 * 3_600_000);
    amina = {
      ...amina,
      ...(await client.server.call<{ token: string }>('POST /login', { ...amina, password })).data,
    };
    const page = await at();
    await page.says('Registered');
    await page.says('Expired');
    expect(page.text()).not.toContain('barakat-of-basra');
    await page.press('button', 'Invite again');
    await page.says('It works once. Valid until');
    await eventually(() => expect(page.text()).not.toContain('Expired'));
    expect(page.all('li bdi').map((one) => one.textContent)).toHaveLength(2);
  });

  test('friends that could not be loaded say so', async () => {
    client.fault('POST /v1/user/invite/list', faults.refusedConnection);
    const page = await at();
    await page.says('Couldn’t load invitations');
    await page.press('button', 'Try again');
    await page.says('2 of 2 left');
  });
});

test('the rules are the server’s, with the figures in force and their date, and no word of earning', async () => {
  const page = await at();
  await page.says('You can invite 2 friends a day, in your shop’s time zone.');
  await page.says('No one earns anything by inviting');
  await page.says(/Updated \w+ \d+/);
  expect(page.get('link', 'See all questions').getAttribute('href')).toBe('/qaDetail?id=invitations');
  expect(page.text()).not.toMatch(/[$€£]\s?\d/);
});

test('the invitations warn against paying to withdraw, and lead to where a demand is reported', async () => {
  const page = await at();
  await page.says('We never ask you to pay to withdraw.');
  expect((await page.find('link', 'Tell us if someone did')).getAttribute('href')).toBe('/service');
});
