import { inArray } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { endSession } from '../../../src/data/sign-out.ts';
import { date } from '../../../src/lang/index.ts';
import Appeal from '../../../src/screens/appeals/appeal.tsx';
import { day } from '../../../src/server/platform/clock.ts';
import { files } from '../../../src/server/schema/files.ts';
import { chooseFile } from '../../harness/choose-file.ts';
import { type Client, faults } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { asFile } from '../../harness/form.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { jpeg } from '../../harness/sample-files.ts';
import type { TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy, submit, switchTo, write } from '../../ui/draw.tsx';

const route = 'POST /v1/shop/appeal';
const anyId = expect.stringMatching(/^fil/);
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
type Freeze = { id: string; statementId: string };
const words = 'The doors were right, see the carrier’s own record.';

test('a merchant without any decision reads so, and is led on', async () => {
  const page = await at('/appeal');
  await page.says('No decisions against your shop');
  expect(page.get('link', 'Store').getAttribute('href')).toBe('/shopCenter');
});

test('each decision is a row that opens it: its dates, then its reasons folded with a copy to keep, then the appeal', async () => {
  await lower();
  const list = await at('/appeal');
  const row = await list.find('link', 'The credit score was changed');
  expect(row.getAttribute('href')).toMatch(/^\/appeal\?ref=sta/);
  expect(list.all('link', 'Appeal')).toEqual([]);
  leave();
  const page = await at(row.getAttribute('href') ?? '');
  await page.says(
    /Decision details.*Since.*Reasons.*Three parcels went to the wrong door\..*Appeal this decision/,
  );
  expect(page.get('details').hasAttribute('open')).toBe(false);
  expect(page.get('link', 'Save a copy').getAttribute('href')).toContain('/api/exports/');
});

test('a decision has one date where its review is on the day of its end, and two where it is not', async () => {
  const freeze = {
    shop: amina.shopId,
    kind: 'wallet_frozen',
    facts: 'A report.',
    rule: 'Terms 7.',
    days: '7',
  };
  await decide(client.server.deps, 'restrict', freeze, 'lead');
  const page = await at('/appeal');
  await page.says('Ends on');
  expect(page.text()).not.toContain('Reviewed again by');
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
  await page.says(/Decision unchanged.*In the platform’s wordsThe scans show it\./);
  // The statement is an operator's, too: its facts, its rule, and then the answer.
  expect(page.all('blockquote').map((one) => one.textContent)).toEqual([
    'Three parcels went to the wrong door.',
    'Rule 7.',
    'The scans show it.',
  ]);
  expect(page.text()).not.toContain('Appeal this decision');
  leave();
  await (await at('/appeal')).says('Decision unchanged');
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

const upload = 'POST /v1/upload/certificate' as 'POST /v1/upload/{type}';
const evidence = (page: Page, place: number) =>
  page.find('[type=file]', `Evidence ${place} of 3 (optional)`) as Promise<HTMLInputElement>;
const add = async (page: Page, place: number, name: string) => {
  await chooseFile(await evidence(page, place), asFile(jpeg(name), name));
  await page.says(new RegExp(`${name}[^·]*Uploaded`));
};
const drafts = () => Object.keys(sessionStorage).filter((key) => key.includes('draft'));
const draft = () => JSON.parse(sessionStorage.getItem(drafts()[0] ?? '') ?? '');
const idsOfDraft = (): string[] => draft().fileIds.map((file: { fileId: string } | null) => file?.fileId);

/** Begins an appeal against a decision: its text is written, and nothing is sent. */
const begun = async () => {
  await lower();
  const { appeal } = await entry();
  const page = await at(appeal);
  await write(await box(page), words);
  return { page, appeal };
};

test('the files of an appeal are listed again after a reload and in another language, and sent with it, but for one that was removed', async () => {
  const { page, appeal } = await begun();
  await add(page, 1, 'record.jpg');
  await add(page, 2, 'door.jpg');
  const [, door] = idsOfDraft();
  leave();
  const again = await at(appeal);
  await again.says(/record\.jpg.*Uploaded.*door\.jpg.*Uploaded/);
  expect(((await box(again)) as HTMLTextAreaElement).value).toBe(words);
  await again.press('button', 'Remove: Evidence 1 of 3 (optional)');
  await switchTo('ar');
  await again.says(/door\.jpg.*تم الرفع/);
  leave();
  await switchTo('en');
  const last = await at(appeal);
  await last.says(/door\.jpg.*Uploaded/);
  expect(last.text()).not.toContain('record.jpg');
  await submit(last.get('form'));
  await last.says('We’ve received your appeal.');
  expect(client.of(upload)).toHaveLength(2);
  expect(client.of(route)[0]?.body).toMatchObject({ fileIds: [door] });
  expect(drafts()).toEqual([]);
});

test('a draft of an appeal has the names of its files and nothing of their content', async () => {
  const { page } = await begun();
  await add(page, 1, 'record.jpg');
  expect(draft()).toEqual({
    text: words,
    fileIds: [
      {
        file: { name: 'record.jpg', size: jpeg('record.jpg').length },
        fileId: anyId,
      },
      null,
      null,
    ],
  });
});

test('only the files of an appeal that the server has no more are asked for again, also after another reload', async () => {
  const { page, appeal } = await begun();
  await add(page, 1, 'record.jpg');
  await add(page, 2, 'door.jpg');
  await add(page, 3, 'van.jpg');
  const [record = '', , van = ''] = idsOfDraft();
  leave();
  const { db, clock } = client.server.deps;
  await db
    .update(files)
    .set({ removedAt: clock.now() })
    .where(inArray(files.id, [record, van]));
  const again = await at(appeal);
  await again.says('van.jpg');
  expect(again.text()).not.toContain('Choose the file again.');
  await submit(again.get('form'));
  const asked = async (shown: Page) =>
    Promise.all([1, 2, 3].map(async (place) => (await evidence(shown, place)).getAttribute('aria-invalid')));
  await again.says('Choose the file again.');
  expect(await asked(again)).toEqual(['true', null, 'true']);
  leave();
  const last = await at(appeal);
  await last.says(/record\.jpg.*door\.jpg.*van\.jpg/);
  expect(await asked(last)).toEqual(['true', null, 'true']);
  expect(describedBy(await evidence(last, 1))).toContain('Choose the file again.');
  await add(last, 1, 'record-2.jpg');
  expect(await asked(last)).toEqual([null, null, 'true']);
  await submit(last.get('form'));
  await eventually(async () => expect(document.activeElement).toBe(await evidence(last, 3)));
  expect(client.of(route)).toHaveLength(1);
  await last.press('button', 'Remove: Evidence 3 of 3 (optional)');
  await submit(last.get('form'));
  await last.says('We’ve received your appeal.');
  expect(client.of(route)[1]?.body).toMatchObject({ text: words, fileIds: [anyId, anyId] });
});

test('a file of an appeal that was still uploading at a reload is named and asked for again, and the appeal is not sent without it', async () => {
  const { page, appeal } = await begun();
  client.fault(upload, faults.lostRequest);
  await chooseFile(await evidence(page, 1), asFile(jpeg(), 'record.jpg'));
  await page.says('Wait for it or remove it.');
  leave();
  const again = await at(appeal);
  await again.says('record.jpg');
  expect(describedBy(await evidence(again, 1))).toContain('Choose the file again.');
  expect(again.all('button', 'Try again')).toEqual([]);
  await submit(again.get('form'));
  await eventually(async () => expect(document.activeElement).toBe(await evidence(again, 1)));
  expect(client.of(route)).toEqual([]);
  await add(again, 1, 'record.jpg');
  expect(again.text()).not.toContain('Choose the file again.');
  await submit(again.get('form'));
  await again.says('We’ve received your appeal.');
  expect(client.of(route)[0]?.body).toMatchObject({ fileIds: [anyId] });
});

test('an appeal is not sent without a photo that is still prepared, and a reload asks for that photo again', async () => {
  const { page, appeal } = await begun();
  vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
  await chooseFile(await evidence(page, 1), asFile(jpeg(), 'record.jpg'));
  await page.says(/record\.jpg.*Preparing image/);
  await submit(page.get('form'));
  await eventually(async () => expect(document.activeElement).toBe(await evidence(page, 1)));
  expect(client.of(route)).toEqual([]);
  vi.unstubAllGlobals();
  leave();
  const again = await at(appeal);
  await again.says(/record\.jpg.*Choose the file again\./);
});

test('the files of an appeal stay where the session ended and the same person signs in, and are gone for another one', async () => {
  const { page, appeal } = await begun();
  await add(page, 1, 'record.jpg');
  leave();
  endSession();
  const same = await at(appeal);
  await same.says(/record\.jpg.*Uploaded/);
  leave();
  endSession();
  await client.signIn(await client.server.addUser());
  expect(drafts()).toEqual([]);
  const other = open(appeal, { '/appeal': Appeal });
  expect(((await box(other)) as HTMLTextAreaElement).value).toBe('');
  expect(other.text()).not.toContain('record.jpg');
});

test('a merchant who is shut out reads all decisions, holds too, without a call that is refused', async () => {
  const rule = 'Terms 7.';
  const restriction = { shop: amina.shopId, kind: 'account_disabled', facts: 'A report.', rule };
  await client.server.fund(amina.shopId, 50_000_000n);
  const hold = { shop: amina.shopId, amount: '5.00', code: 'risk', facts: 'One sum twice.', rule };
  await decide(client.server.deps, 'hold', hold, 'lead');
  await decide(client.server.deps, 'restrict', restriction, 'lead');
  await expect(client.signIn(amina)).rejects.toMatchObject({ code: 411 });
  const page = open('/appeal', { '/appeal': Appeal });
  await page.says(/Money was put on hold/);
  expect(client.of('POST /v1/user/wallet')).toEqual([]);
});

test('a freeze that was lifted early is told as ended, since when and why, and no longer as in force', async () => {
  const rule = 'Terms 7.';
  const freeze = { shop: amina.shopId, kind: 'wallet_frozen', days: '7', facts: 'A report.', rule };
  const { id, statementId } = (await decide(client.server.deps, 'restrict', freeze, 'lead')) as Freeze;
  const list = await at('/appeal');
  await list.says('Ends on');
  leave();
  client.server.clock.advance(2 * day);
  const lift = { restriction: id, reason: 'The papers were right.' };
  await decide(client.server.deps, 'restriction-lift', lift, 'lead');
  const ended = await at('/appeal');
  await ended.says('1 earlier');
  expect(ended.get('details').hasAttribute('open')).toBe(false);
  await ended.says(`Ended on ${date(client.server.clock.now()).replace('\u00a0', ' ')}`);
  expect(ended.text()).not.toContain('Ends on');
  leave();
  const card = await at(`/appeal?ref=${statementId}`);
  await card.says(/Ended on.*Why it endedIn the platform’s wordsThe papers were right\./);
  expect(card.text()).not.toContain('Ends on');
});
