import { expect, test } from 'vitest';
import Appeal from '../../../src/screens/appeals/appeal.tsx';
import { decide } from '../../../src/server/operators/decisions.ts';
import { chooseFile } from '../../harness/choose-file.ts';
import { type Client, faults } from '../../harness/client.ts';
import { asFile } from '../../harness/form.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { jpeg } from '../../harness/sample-files.ts';
import type { TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy, submit, switchTo, type as write } from '../../ui/draw.tsx';

const route = 'POST /v1/shop/appeal';
let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 4_000, start: new Date().toISOString() }, (given) => {
  ({ client, amina } = given);
});

const change = (points: string) =>
  decide(
    client.server.deps,
    'score-change',
    { shop: amina.shopId, points, facts: 'Three parcels went to the wrong door.', rule: 'Rule 7.' },
    'lead',
  );
/** Only a score that there is can be lowered. */
const lower = async () => {
  await change('50');
  client.server.clock.advance(60_000);
  await change('-5');
};
const at = async (url: string) => {
  await client.signIn(amina);
  return open(url, { '/appeal': Appeal });
};
type Page = Awaited<ReturnType<typeof at>>;
const box = (page: Page) => page.find('textbox', 'What’s wrong with the decision');
const entry = async () => {
  const { data } = await client.server.call<{
    creditLog: { id: string; delta: number; appeal: string | null }[];
  }>('GET /v1/shop/info', {}, { token: amina.token });
  const found = data.creditLog.find(({ delta, appeal }) => delta < 0 && appeal);
  if (!found?.appeal) throw new Error('no entry can be objected to');
  return { id: found.id, appeal: found.appeal };
};
const object = async (ref: string) => {
  const { data } = await client.server.call<{ appeal: { no: string } }>(
    route,
    { ref, text: words },
    { token: amina.token, key: crypto.randomUUID() },
  );
  return data.appeal.no;
};
const words = 'The doors were right, see the carrier’s own record.';

test('a merchant without any decision reads so, and is led on', async () => {
  const page = await at('/appeal');
  await page.says('No decisions against your shop');
  expect(page.get('link', 'Store').getAttribute('href')).toBe('/shopCenter');
});

test('each decision is listed with its reason and a copy to keep, and leads to its rule and the objection', async () => {
  await lower();
  const page = await at('/appeal');
  await page.says(/The credit score was changed.*Three parcels went to the wrong door\./);
  expect(page.get('link', 'The credit score was changed').getAttribute('href')).toMatch(/^\/appeal\?ref=sta/);
  expect(page.get('link', 'Save a copy').getAttribute('href')).toContain('/api/exports/');
  expect(page.get('link', 'Appeal').getAttribute('href')).toMatch(/^\/appeal\?ref=sta/);
});

test('an objection with evidence is sent once, and shows by when it is answered', async () => {
  await lower();
  const page = await at((await entry()).appeal);
  await page.says('Three parcels went to the wrong door.');
  await box(page);
  await submit(page.get('form'));
  await eventually(async () => expect(describedBy(await box(page))).toContain('Fill this in.'));
  await write(await box(page), words);
  await chooseFile(
    page.get('[type=file]', 'Evidence 1 of 3 (optional)'),
    asFile(jpeg('record'), 'record.jpg'),
  );
  await page.says('Uploaded');
  await page.find('[type=file]', 'Evidence 2 of 3 (optional)');
  client.fault(route, faults.lostAnswer);
  void submit(page.get('form'));
  await page.says(/We’ve received your appeal\..*Number: AP-/);
  expect(client.of(route)).toHaveLength(1);
  expect(client.of(route)[0]?.body).toMatchObject({ fileIds: [expect.stringMatching(/^fil/)] });
  expect(page.text()).toContain(words);
  leave();
  const later = await at((await entry()).appeal);
  await later.says('Your appeal');
  expect(later.text()).toContain(words);
  const file = later.get('link', 'Evidence 1').getAttribute('href') ?? '';
  expect((await client.server.app.request(file)).status).toBe(200);
  expect(later.get('img').getAttribute('src')).toBe(file);
});

test('a second objection is refused with a message, and what was written stays', async () => {
  await lower();
  const { id, appeal } = await entry();
  const page = await at(appeal);
  await write(await box(page), 'Once more, please.');
  await object(id);
  await submit(page.get('form'));
  await page.says('You’ve already appealed this.');
  expect(((await box(page)) as HTMLTextAreaElement).value).toBe('Once more, please.');
});

test('an objection shows its number and date, then the decision and its reason', async () => {
  await lower();
  const { id, appeal } = await entry();
  const no = await object(id);
  await (await at(appeal)).says(new RegExp(`We’ve received your appeal\\..*You’ll get an answer by.*${no}`));
  leave();
  client.clear();
  await decide(
    client.server.deps,
    'appeal-decide',
    { appeal: no, outcome: 'upheld', reason: 'The scans show it.' },
    'lead',
  );
  const page = await at(appeal);
  await page.says(/Decision unchanged.*In the operator’s wordsThe scans show it\./);
  // The statement is an operator's, too: its facts, its rule, and then the answer.
  expect(page.all('blockquote').map((one) => one.textContent)).toEqual([
    'Three parcels went to the wrong door.',
    'Rule 7.',
    'The scans show it.',
  ]);
  expect(page.text()).not.toContain('Appeal this decision');
  leave();
  await (await at('/appeal')).find('link', 'Appeal');
});

test('an objection opens by the id of an entry of the score, too', async () => {
  await lower();
  const page = await at(`/appeal?ref=${(await entry()).id}`);
  await write(await box(page), words);
  await submit(page.get('form'));
  await page.says('We’ve received your appeal.');
});

test('a file that did not arrive stops the objection, and the reason ends once it has', async () => {
  await lower();
  const page = await at((await entry()).appeal);
  await write(await box(page), words);
  client.fault('POST /v1/upload/certificate' as 'POST /v1/upload/{type}', faults.refusedConnection);
  await chooseFile(page.get('[type=file]'), asFile(jpeg(), 'record.jpg'));
  await page.find('button', 'Try again');
  await submit(page.get('form'));
  await page.says('A file is still uploading, or wasn’t sent.');
  expect(client.of(route)).toHaveLength(0);
  await page.press('button', 'Try again');
  await page.says('Uploaded');
  expect(page.text()).not.toContain('A file is still uploading');
  await submit(page.get('form'));
  await page.says('We’ve received your appeal.');
});

test('the objection is drawn in Arabic', async () => {
  await lower();
  const page = await at((await entry()).appeal);
  await box(page);
  await switchTo('ar');
  await page.says('إرسال الاعتراض');
});
