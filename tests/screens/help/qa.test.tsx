import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import Questions from '../../../src/screens/help/qa.tsx';
import QaDetail from '../../../src/screens/help/qa-detail.tsx';
import { articles, articleTexts } from '../../../src/server/schema/help.ts';
import { seedHelp } from '../../../src/server/services/help/seed-help.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { switchTo, write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient();
  await seedHelp(client.server.deps);
  const { db, clock } = client.server.deps;
  await db.insert(articles).values({ id: 'own', position: 99 });
  const blocks = [{ kind: 'p' as const, text: '<img src=x onerror=alert(1)><b>Bold</b>' }];
  await db.insert(articleTexts).values({
    articleId: 'own',
    lang: 'en',
    title: 'An article of the operator',
    category: 'Zakat',
    blocks,
    shipped: false,
    actor: 'test',
    updatedAt: clock.now(),
  });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});
afterEach(() => switchTo('en'));

const at = async (url: string) => {
  await client.signIn(amina);
  return open(url, { '/qa': Questions, '/qaDetail': QaDetail });
};

describe('the questions', () => {
  test('are grouped by subject and lead to their answers', async () => {
    const page = await at('/qa');
    await page.says('Why is some of my money on hold?');
    expect(page.all('heading').map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Orders', 'Money', 'Products', 'Your shop', 'Safety', 'Zakat']),
    );
    const link = page.all('.items a').find((one) => one.textContent?.includes('on hold'));
    expect(link?.getAttribute('href')).toBe('/qaDetail?id=holds');
  });

  test('are found by a word that only the answer contains, and the address keeps it', async () => {
    const page = await at('/qa');
    await page.says('Zakat');
    await write(page.get('input'), 'earns anything by inviting');
    await eventually(() => expect(page.all('.items a')).toHaveLength(1));
    await page.says('How do I invite a friend?');
    await eventually(() => expect(page.place.url.value).toBe('/qa?keyword=earns+anything+by+inviting'));
  });

  test('the questions that match nothing say so, and all can be shown again', async () => {
    const page = await at('/qa?keyword=xyzzy');
    await page.says('No questions found');
    await page.press('button', 'Show all questions');
    await eventually(() => expect(page.all('.items a').length).toBeGreaterThan(10));
    await eventually(() => expect(page.place.url.value).toBe('/qa'));
  });

  test('the questions that did not load are requested again', async () => {
    client.fault('POST /v1/home/qa', faults.refusedConnection);
    const page = await at('/qa');
    await page.says('Couldn’t load questions');
    await page.press('button', 'Try again');
    await page.says('Zakat');
  });
});

describe('an answer', () => {
  test('shows its parts, its figures and its date', async () => {
    const page = await at('/qaDetail?id=withdrawing');
    await page.find('heading', 'How do I withdraw, and what does it cost?');
    expect(page.all('ol > li').length).toBe(4);
    await page.says('The fee is 1.5%');
    await page.says('Updated');
    expect(page.all('.badge')).toEqual([]);
  });

  test('an answer that is wrong can be reported, with its title', async () => {
    const page = await at('/qaDetail?id=holds');
    const link = await page.find('link', 'Tell us');
    expect(link.getAttribute('href')).toBe('/feedback?about=Why+is+some+of+my+money+on+hold%3F');
  });

  test('an answer that is not translated names its language', async () => {
    switchTo('ar');
    const page = await at('/qaDetail?id=own');
    await page.says('متوفر حاليًا بهذه اللغة فقط: English');
    expect(page.get('[lang=en]').dir).toBe('auto');
  });

  test('never runs what an author wrote into it', async () => {
    const page = await at('/qaDetail?id=own');
    await page.says('<img src=x onerror=alert(1)><b>Bold</b>');
    expect(page.all('img')).toEqual([]);
  });

  test('an answer of a server that sends markup is its words', async () => {
    const content = '<script>alert(1)</script><h1>Title</h1><p onclick="x()">One &amp; two</p><p>Three</p>';
    const data = { id: '7', title: 'Theirs', content };
    client.fault('POST /v1/home/qa_detail', () => Response.json({ code: 200, msg: 'ok', data }));
    const page = await at('/qaDetail?id=7');
    await page.says('One & two');
    expect(page.all('.card p').map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Title', 'One & two', 'Three']),
    );
    expect(page.all('script,[onclick]')).toEqual([]);
    expect(page.text()).not.toMatch(/undefined|Updated/);
  });

  test('an answer that does not exist any more says so', async () => {
    const page = await at('/qaDetail?id=nothing');
    await page.says('Couldn’t load this answer');
    await page.says('Not found.');
  });
});
