import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configure } from '../../../src/data/config.ts';
import { toasts } from '../../../src/data/toast.ts';
import Feedback from '../../../src/screens/help/feedback.tsx';
import { files } from '../../../src/server/schema/files.ts';
import { feedback } from '../../../src/server/schema/help.ts';
import { chooseFile } from '../../harness/choose-file.ts';
import { type Client, startClient } from '../../harness/client.ts';
import { asFile } from '../../harness/form.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { png } from '../../harness/sample-files.ts';
import type { TestUser } from '../../harness/server.ts';
import { describedBy, submit, switchTo, write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  await client.server.deps.db.delete(feedback);
  amina = await client.server.addUser();
});
afterEach(() => {
  switchTo('en');
  vi.unstubAllGlobals();
  configure({ timeoutMs: 15_000 });
});

const at = async (url = '/feedback') => {
  await client.signIn(amina);
  return open(url, { '/feedback': Feedback });
};
type Page = Awaited<ReturnType<typeof at>>;
const field = (page: Page) => page.get('textarea') as HTMLTextAreaElement;
const send = (page: Page) => submit(page.get('form'));
const stored = async () => client.server.deps.db.select().from(feedback);

describe('the text of feedback', () => {
  test('is counted as people count: 300 families of emoji are 300, and are taken', async () => {
    const page = await at();
    await write(field(page), '👨‍👩‍👧‍👦'.repeat(300));
    expect(describedBy(field(page))).toContain('300/300');
    await send(page);
    await page.says('Received');
    expect((await stored()).map((row) => row.content.length)).toEqual([3300]);
  });

  test('is too long by one, turns red at once, and is not sent', async () => {
    const page = await at();
    await write(field(page), '👨‍👩‍👧‍👦'.repeat(301));
    await page.says('301 of 300 characters: please shorten it');
    expect(page.all('.tone[data-tone=bad]')).toHaveLength(1);
    await send(page);
    await eventually(() => expect(describedBy(field(page))).toContain('Enter at most 300 characters.'));
    expect(client.of('POST /v1/home/feedback')).toEqual([]);
  });

  test('counts without the spaces around it', async () => {
    const page = await at();
    await write(field(page), '    hi   ');
    expect(describedBy(field(page))).toContain('2/300');
    await send(page);
    await eventually(() => expect(describedBy(field(page))).toContain('Enter at least 5 characters.'));
    expect(client.of('POST /v1/home/feedback')).toEqual([]);
  });

  test('may be five Thai letters with marks', async () => {
    const page = await at();
    await write(field(page), 'กิ่กี้กู่กุ้กำ่'.slice(0));
    await send(page);
    await page.says('Received');
  });

  test('asks for no personal data from the start', async () => {
    const page = await at();
    await page.says('Don’t include personal data.');
  });

  test('the text of feedback that holds a phone number is warned of, and may still be sent', async () => {
    const page = await at();
    await write(field(page), 'Call me: +971 50 123 4567');
    await page.says('This looks like a phone number or an email address.');
    await send(page);
    await page.says('Received');
  });

  test('outlives the screen as a draft, and begins with what it is about', async () => {
    const page = await at('/feedback?about=Why+is+money+frozen%3F');
    expect(field(page).value).toBe('Why is money frozen?\n');
    await write(field(page), 'Why is money frozen?\nIt says nothing of weekends.');
    leave();
    const again = await at('/feedback?about=Why+is+money+frozen%3F');
    expect(field(again).value).toContain('nothing of weekends');
    leave();
    expect(field(await at()).value).toBe('');
  });
});

describe('feedback', () => {
  test('feedback that is received has a number to refer to, with the date of the answer', async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    const page = await at();
    await write(field(page), 'The colours are too bright.');
    await send(page);
    await page.says('Reference number');
    const [{ no = '' } = {}] = await stored();
    await page.says(no);
    await page.says('You’ll get an answer by Thu, Mar 6');
    vi.stubGlobal('navigator', { language: 'en', clipboard: { writeText } });
    await page.press('button', 'Copy number');
    await eventually(() => expect(writeText).toHaveBeenCalledWith(no));
    await eventually(() => expect(toasts.value.map((one) => one.text())).toContain('Copied'));

    await page.press('button', 'Send more feedback');
    expect(field(page).value).toBe('');
  });

  test('is refused with a message where too much waits for an answer', async () => {
    const page = await at();
    await write(field(page), 'The colours are too bright.');
    client.fault('POST /v1/home/feedback', () => Response.json({ code: 442, msg: 'no', data: null }));
    await send(page);
    await page.says('We couldn’t add it. Please try again.');
    expect(field(page).value).toBe('The colours are too bright.');
  });
});

test('a picture that the server lost is sent again, also where another one was removed while the text was sent', async () => {
  const page = await at();
  await write(field(page), 'Look at these pictures, please.');
  for (const [label, name] of [
    ['Photos (optional, up to 3)', 'one.png'],
    ['Photo 2 of 3', 'two.png'],
  ] as const) {
    await chooseFile(await page.find('[type=file]', label), asFile(png(), name, 'image/png'));
    await page.says(new RegExp(`${name}[^·]*Uploaded`));
  }
  const { db, clock } = client.server.deps;
  const mine = await db.select().from(files).where(eq(files.shopId, amina.shopId)).orderBy(files.createdAt);
  await db
    .update(files)
    .set({ removedAt: clock.now() })
    .where(eq(files.id, mine.at(-1)?.id ?? ''));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  client.fault('POST /v1/home/feedback', async (pass) => {
    await held;
    return pass();
  });
  await send(page);
  await page.press('button', 'Remove: Photos (optional, up to 3)');
  answer();
  await page.press('button', 'Try again');
  await page.says(/Photo 2 of 3\s*two\.png[^·]*Uploaded/);
  await send(page);
  await page.says('Received');
});

test('up to three pictures go with feedback, and reach the server before the text', async () => {
  const page = await at();
  await write(field(page), 'Look at this picture, please.');
  await chooseFile(
    page.get('[type=file]', 'Photos (optional, up to 3)'),
    asFile(png(), 'one.png', 'image/png'),
  );
  await page.says('Uploaded');
  await chooseFile(await page.find('[type=file]', 'Photo 2 of 3'), asFile(png(120), 'two.png', 'image/png'));
  await eventually(() =>
    expect(page.all('[role=status]').filter((one) => one.textContent === 'Uploaded')).toHaveLength(2),
  );
  await send(page);
  await page.says('Received');
  expect((await stored()).map((row) => row.fileIds.length)).toEqual([2]);
});
