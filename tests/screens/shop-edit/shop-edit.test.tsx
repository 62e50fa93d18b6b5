import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import Shop from '../../../src/screens/shop-edit/shop-edit.tsx';
import { chooseFile } from '../../harness/choose-file.ts';
import type { Client } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { asFile } from '../../harness/form.ts';
import { verify } from '../../harness/identity.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { jpeg } from '../../harness/sample-files.ts';
import { payPassword, type TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy, submit, write } from '../../ui/draw.tsx';

const edit = 'POST /v1/shop/edit';
let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 4_000 }, (given) => {
  ({ client, amina } = given);
});

const at = async () => {
  await client.signIn(amina);
  const page = open('/shop', { '/shop': Shop });
  await page.says(`Shop of ${amina.username}`);
  return page;
};
const editing = async (fact: RegExp) => {
  const page = await at();
  const row = page
    .all('button')
    .find((one) => fact.test(one.getAttribute('aria-label') ?? one.textContent ?? ''));
  await act(async () => row?.click());
  await page.find('dialog', 'Edit shop');
  return page;
};
type Page = Awaited<ReturnType<typeof at>>;
const field = (page: Page, label: string) => page.get('textbox', label) as HTMLInputElement;
const stands = () =>
  client.server.call<{ name: string; logo: string; phoneMasked: string; closesAt: string | null }>(
    'GET /v1/shop/info',
    {},
    { token: amina.token },
  );

/** Types the payment password into the sheet over the form. */
const prove = async (page: Page, digits: string) => {
  await write((await page.find('textbox', 'Payment password')) as HTMLInputElement, digits);
  await submit(page.all('dialog form').at(-1) as HTMLElement);
};
const latestNotice = async () => {
  const { data } = await client.server.call<{ list: { title: string; link: string }[] }>(
    'POST /v1/notify/list',
    {},
    { token: amina.token },
  );
  return data.list[0] ?? { title: '', link: '' };
};

test('the shop as buyers see it is linked where the operator has named its front, and shared', async () => {
  client.server.deps.config.shopLink = 'https://shop.example/{shop}';
  const page = await at();
  const link = await page.find('link', 'See my shop');
  expect(link.getAttribute('href')).toBe(`https://shop.example/${amina.shopId}`);
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  await page.press('button', 'Share');
  await page.says('Link copied');
  expect(copied).toEqual([`https://shop.example/${amina.shopId}`]);
  leave();
  client.server.deps.config.shopLink = '';
  client.clear();
  expect((await at()).all('link', 'See my shop')).toEqual([]);
});

test('the details show what identifies a person masked only, and lead on', async () => {
  await verify(client.server, amina);
  const page = await at();
  await page.says('•••• 7081');
  expect(page.text()).not.toContain('3040');
  expect(page.get('link', 'Level').getAttribute('href')).toBe('/upgrade');
  expect(page.get('link', 'Identity verification').getAttribute('href')).toBe('/identity');
  expect(page.get('link', 'Decisions about your shop').getAttribute('href')).toBe('/appeal');
});

test('a change sends only what was changed, and is listed among the notices', async () => {
  const page = await editing(/^Shop name/);
  await write(field(page, 'Shop name'), 'Atlas Home');
  await submit(page.get('dialog form'));
  await page.says('Atlas Home');
  await eventually(() => expect(page.all('dialog')).toEqual([]));
  expect(client.of(edit).map(({ body }) => body)).toEqual([{ name: 'Atlas Home' }]);
  expect(await latestNotice()).toMatchObject({
    title: 'Your shop information was changed',
    link: '/shop',
  });
});

test('a new phone takes the payment password, and is kept typed where that is wrong or the sheet is closed', async () => {
  const page = await editing(/^Phone/);
  await write(field(page, 'New phone number'), '+212 600 112233');
  await submit(page.get('dialog form'));
  await page.says('Verification codes can go to this number');
  expect(client.of(edit)).toEqual([]);
  await prove(page, '111111');
  await page.says('Wrong payment password. Nothing was changed. 4 attempts left.');
  expect(page.all('dialog')[1]?.textContent).toContain('+212 600 112233');
  await act(async () => page.all('dialog')[1]?.querySelector<HTMLElement>('.head button')?.click());
  expect(field(page, 'New phone number').value).toBe('+212 600 112233');
  expect((await stands()).data.phoneMasked).toBe('');

  await submit(page.get('dialog form'));
  await prove(page, payPassword);
  await page.says('Saved. See the change in your notifications.');
  await page.press('button', 'Done');
  await eventually(() => expect(page.all('dialog')).toEqual([]));
  await page.says('•••• 2233');
  expect((await latestNotice()).title).toBe('Your shop’s phone number was changed');
  await page.press('button', 'Phone');
  expect(((await page.find('textbox', 'New phone number')) as HTMLInputElement).value).toBe('');
});

test('a new phone without a payment password leads to setting one, and is still typed afterwards', async () => {
  amina = await client.server.addUser({ withoutPayPassword: true });
  const page = await editing(/^Phone/);
  await write(field(page, 'New phone number'), '+212 600 112233');
  await submit(page.get('dialog form'));
  const link = await page.find('link', 'Set a payment password');
  expect(link.getAttribute('href')).toBe('/payPassword');
  leave();
  const again = await editing(/^Phone/);
  expect(field(again, 'New phone number').value).toBe('+212 600 112233');
});

test('a form without a change or with a wrong number says so, and is not sent', async () => {
  const page = await editing(/^Phone/);
  await submit(page.get('dialog form'));
  await page.says('Nothing was changed.');
  await write(field(page, 'New phone number'), 'call me');
  await submit(page.get('dialog form'));
  await eventually(() =>
    expect(describedBy(field(page, 'New phone number'))).toContain('Enter a phone number'),
  );
  expect(client.of(edit)).toHaveLength(0);
});

test('a logo is shown square before it is sent, and is not sent twice when only the edit failed', async () => {
  const page = await editing(/^Shop name/);
  await chooseFile(page.get('[type=file]', 'New logo'), asFile(jpeg(), 'wide.jpg'));
  const preview = await eventually(() => page.get('img[alt="Preview of your new logo"]'));
  expect(preview.style.objectPosition).toBe('50% 50%');
  const slider = page.get('slider', 'Visible part of the image') as HTMLInputElement;
  await act(async () => {
    slider.value = '80';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(page.get('img[alt^="Preview"]').style.objectPosition).toBe('80% 80%');
  client.fault(edit, () => Response.json({ code: 201, msg: 'busy', data: null }));
  await submit(page.get('dialog form'));
  await page.says('The system is busy');
  await submit(page.get('dialog form'));
  await eventually(async () => expect((await stands()).data.logo).toContain('/private/'));
  expect(client.of('POST /v1/upload/logo' as 'POST /v1/upload/{type}')).toHaveLength(1);
});

test('a paper is sent, reviewed and shown with the reason of its refusal', async () => {
  const page = await at();
  await page.says('No documents yet');
  await page.press('button', 'Business documents');
  await chooseFile(await page.find('[type=file]', 'Add document'), asFile(jpeg('licence'), 'licence.jpg'));
  await page.says('Uploaded');
  await page.press('button', 'Submit for review');
  await page.says('Document 1');
  await page.says('Under review');
  const { data } = await client.server.call<{ qualifications: { id: string }[] }>(
    'GET /v1/shop/info',
    {},
    { token: amina.token },
  );
  await decide(
    client.server.deps,
    'qualification-reject',
    { qualification: data.qualifications[0]?.id ?? '', code: 'out_of_date', reason: 'It ended in May.' },
    'rev',
  );
  leave();
  client.clear();
  const again = await at();
  await again.says('Document 1: Rejected');
  await again.press('button', 'Business documents');
  await again.says(/Rejected.*It ended in May\./);
});

test('closing the shop says what ends, takes the password, refuses a wrong one and gives the date', async () => {
  await client.server.fund(amina.shopId, 5_000_000n);
  const page = await at();
  await page.press('button', 'Close shop');
  const sheet = await page.find('dialog');
  expect(sheet.textContent).toContain('Open orders will be completed');
  const pin = async (digits: string) => {
    await write(await page.find('textbox', 'Payment password'), digits);
    await submit(sheet.querySelector('form') as HTMLElement);
  };
  await pin('111111');
  await page.says('Wrong payment password');
  await pin(payPassword);
  await page.says('Nothing is listed anymore.');
  expect(page.text()).not.toContain('Security deposit returned on');
  expect((await stands()).data.closesAt).not.toBeNull();
  await page.says(/Your shop is closing.*Still open:Your money: withdraw it/);
});
