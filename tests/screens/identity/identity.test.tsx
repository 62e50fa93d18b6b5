import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import Identity from '../../../src/screens/identity/identity.tsx';
import { chooseFile } from '../../harness/choose-file.ts';
import type { Client } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { asFile } from '../../harness/form.ts';
import { apply, verify } from '../../harness/identity.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { jpeg, png } from '../../harness/sample-files.ts';
import type { TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy, submit, switchTo, write } from '../../ui/draw.tsx';

const route = 'POST /v1/per/ident-upload';
let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 4_000 }, (given) => {
  ({ client, amina } = given);
});

const at = async () => {
  await client.signIn(amina);
  return open('/identity', { '/identity': Identity });
};
type Page = Awaited<ReturnType<typeof at>>;
const choose = (page: Page, label: string, file: File) => chooseFile(page.get('[type=file]', label), file);
const pick = (page: Page, value: string) =>
  act(async () => {
    const select = page.get('select') as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const reject = (reasons: string) =>
  decide(client.server.deps, 'identity-reject', { shop: amina.shopId, reasons, reason: 'See below.' }, 'rev');

async function fillDetails(page: Page) {
  await page.press('button', 'Start');
  await write(await page.find('textbox', 'Full name'), 'Amina Idris');
  await pick(page, 'id_card');
  await write(page.get('textbox', 'Document number'), '3040-5060-7081');
  await page.press('button', 'Next');
  await page.says('Step 2 of 3');
}
async function choosePhotos(page: Page) {
  await choose(page, 'Front', asFile(jpeg(), 'front.jpg'));
  await choose(page, 'Back', asFile(png(), 'back.png', 'image/png'));
}
async function fillAll(page: Page) {
  await fillDetails(page);
  await choosePhotos(page);
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
}

test('an application says what the papers are for, who sees them and how long they stay before it asks for anything', async () => {
  const page = await at();
  await page.says('Unverified');
  await page.says(/What they’re for.*Who sees them.*How long we keep them/);
  expect(page.all('[type=file]')).toHaveLength(0);
});

test('an application goes by steps, refuses what is missing beside its field, and is sent once', async () => {
  const page = await at();
  await page.press('button', 'Start');
  await page.says('Step 1 of 3');
  await eventually(() => expect(document.activeElement?.textContent).toBe('Your details'));
  await page.press('button', 'Next');
  await eventually(() => expect(describedBy(page.get('textbox', 'Full name'))).toContain('Fill this in.'));
  await eventually(() => expect(document.activeElement).toBe(page.get('textbox', 'Full name')));
  await write(page.get('textbox', 'Full name'), 'Amina Idris');
  await pick(page, 'id_card');
  await write(page.get('textbox', 'Document number'), '3040-5060-7081');
  await page.press('button', 'Next');
  await page.says('Step 2 of 3');
  await eventually(() => expect(document.activeElement?.textContent).toBe('Document photos'));
  await choose(page, 'Front', asFile(jpeg(), 'front.jpg'));
  await page.press('button', 'Next');
  await eventually(() => expect(describedBy(page.get('[type=file]', 'Back'))).toContain('Choose a file.'));
  await choose(page, 'Back', asFile(png(), 'back.png', 'image/png'));
  await page.press('button', 'Next');
  await page.says(/Amina Idris.*3040-5060-7081/);
  page.place.back();
  await page.says('Step 2 of 3');
  await page.says('back.png');
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
  expect(client.of(route)).toHaveLength(0);
  await submit(page.get('form'));
  await page.says('Under review');
  await page.says('You’ll hear from us by');
  expect(page.text()).not.toContain('3040-5060-7081');
  expect(client.of(route)).toHaveLength(1);
});

test('an application by passport asks for one page and sends nothing else', async () => {
  const page = await at();
  await fillDetails(page);
  await choose(page, 'Back', asFile(png(), 'back.png', 'image/png'));
  await page.press('button', 'Back');
  await pick(page, 'passport');
  await page.press('button', 'Next');
  await page.says('Photo page');
  expect(page.all('[type=file]', 'Back')).toEqual([]);
  await choose(page, 'Photo page', asFile(jpeg(), 'front.jpg'));
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
  await submit(page.get('form'));
  await page.says('Under review');
  const [{ body } = { body: null }] = client.of(route);
  expect([...(body as FormData).keys()]).not.toContain('back');
});

test('a rejected application asks for the refused photo only, with its reason, and keeps the rest', async () => {
  await apply(client.server, amina);
  await reject('back:blurry');
  const page = await at();
  await page.says('Rejected');
  await page.says('In the platform’s wordsSee below.');
  expect(page.all('blockquote').map((one) => one.textContent)).toEqual(['See below.']);
  const back = await page.find('[type=file]', 'Back');
  expect(describedBy(back)).toContain('The photo is blurred');
  expect(page.all('[type=file]')).toHaveLength(1);
  expect(page.all('select')).toHaveLength(0);
  await choose(page, 'Back', asFile(jpeg('sharp'), 'sharp.jpg'));
  await eventually(() => expect(describedBy(page.get('[type=file]', 'Back'))).not.toContain('blurred'));
  await submit(page.get('form'));
  await page.says('Under review');
  const [{ body } = { body: null }] = client.of(route);
  expect([...(body as FormData).keys()].sort()).toEqual(['back', 'consentVersion']);
});

test('a picture that is none is refused at its step, and everything else stays', async () => {
  const page = await at();
  await fillDetails(page);
  await choose(page, 'Front', asFile(new TextEncoder().encode('<html>'), 'front.jpg'));
  await choose(page, 'Back', asFile(png(), 'back.png', 'image/png'));
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
  await submit(page.get('form'));
  await page.says('Step 2 of 3');
  const front = page.get('[type=file]', 'Front');
  await eventually(() => expect(front.getAttribute('aria-invalid')).toBe('true'));
  expect(page.text()).toContain('back.png');
  await choose(page, 'Front', asFile(jpeg(), 'front.jpg'));
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
  await submit(page.get('form'));
  await page.says('Under review');
});

test('an application says how much of its photos has been sent, and no more once that is over', async () => {
  const page = await at();
  await fillAll(page);
  const sending = () => page.all('[role=progressbar][aria-valuetext^=Uploading]');
  expect(sending()).toEqual([]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  client.fault(route, async () => {
    await held;
    return Response.json({ code: 204, msg: 'no', data: null });
  });
  await submit(page.get('form'));
  await eventually(() =>
    expect(sending().map((meter) => meter.getAttribute('aria-valuetext'))).toEqual(['Uploading: 50%']),
  );
  answer();
  await page.says('That didn’t work. Nothing was changed. Please try again.');
  expect(sending()).toEqual([]);
  expect(page.text()).not.toContain('Uploading');
});

test('what was typed survives a reload, and the papers themselves are written down nowhere', async () => {
  const before = await at();
  await fillDetails(before);
  await choosePhotos(before);
  expect(JSON.parse(sessionStorage.getItem('souk.draft.identity') ?? '')).toEqual({
    realName: 'Amina Idris',
    idType: 'id_card',
    idNumber: '3040-5060-7081',
    front: { name: 'front.jpg', size: jpeg().length },
    back: { name: 'back.png', size: png().length },
  });
  leave();
  const page = await at();
  await page.press('button', 'Start');
  expect(((await page.find('textbox', 'Full name')) as HTMLInputElement).value).toBe('Amina Idris');
  // happy-dom does not choose the option of a draft; a browser does.
  await pick(page, 'id_card');
  await page.press('button', 'Next');
  await page.says(/Step 2 of 3.*front\.jpg.*back\.png/);
  await page.press('button', 'Next');
  const front = page.get('[type=file]', 'Front');
  await eventually(() => expect(document.activeElement).toBe(front));
  expect(describedBy(front)).toContain('Choose the file again.');
  await choosePhotos(page);
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
});

test('a passport goes on, though a draft has the name of a back that was chosen for a card', async () => {
  const before = await at();
  await fillDetails(before);
  await choosePhotos(before);
  leave();
  const page = await at();
  await page.press('button', 'Start');
  await pick(page, 'passport');
  await page.press('button', 'Next');
  await page.says('Step 2 of 3');
  await choose(page, 'Photo page', asFile(jpeg(), 'front.jpg'));
  await page.press('button', 'Next');
  await page.says('Step 3 of 3');
});

test('an application is taken back after asking, and may be made again', async () => {
  await apply(client.server, amina);
  const page = await at();
  await page.press('button', 'Cancel application');
  await page.says('Your photos will be deleted');
  const sheet = page.get('dialog');
  expect(sheet.querySelectorAll('.btn')).toHaveLength(2);
  await act(async () => [...sheet.querySelectorAll<HTMLElement>('.btn')][1]?.click());
  await page.says('Unverified');
  await page.find('button', 'Start');
});

test('a verified person sees the name and number masked, and is asked for nothing', async () => {
  await verify(client.server, amina);
  const page = await at();
  await page.says('Verified');
  expect(page.text()).not.toMatch(/Amina Idris|3040/);
  expect(page.all('button', 'Start')).toHaveLength(0);
  await switchTo('ar');
  await page.says('موثّق');
});

test('nothing more is asked for after the day’s last try', async () => {
  for (let round = 0; round < 5; round++) {
    await apply(
      client.server,
      amina,
      round === 0 ? undefined : { back: asFile(jpeg()), consentVersion: '1' },
    );
    await reject('back:blurry');
  }
  const page = await at();
  await page.says('You can apply 0 more times within 24 hours');
  expect(page.all('form')).toHaveLength(0);
});

test('several wrong fields are counted beside the button, and each is right again once it is typed in', async () => {
  const page = await at();
  await page.press('button', 'Start');
  await page.find('textbox', 'Full name');
  await page.press('button', 'Next');
  const note = await page.find('form.frame > .note:first-child');
  expect(note.textContent).toContain('3 fields');
  await write(page.get('textbox', 'Full name'), 'Amina Idris');
  await eventually(() =>
    expect(describedBy(page.get('textbox', 'Full name'))).not.toContain('Fill this in.'),
  );
  expect(describedBy(page.get('textbox', 'Document number'))).toContain('Fill this in.');
});
