import { eq } from 'drizzle-orm';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShowcaseItem } from '../../../src/data/showcase.ts';
import { toasts } from '../../../src/data/toast.ts';
import GoodsList from '../../../src/screens/goods/goods-list.tsx';
import { Removed } from '../../../src/screens/goods/removed.tsx';
import { showcase } from '../../../src/server/schema/goods.ts';
import type { Client } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { draw } from '../../ui/draw.tsx';
import { bodies, list, namesIn, type Page, startShelf, withoutPages } from './shelf.ts';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startShelf();
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});
afterEach(() => void vi.useRealTimers());

const listing = async (...names: string[]) => {
  await list(client, amina, names);
  await client.signIn(amina);
  withoutPages();
  const page = open('/goodsList', { '/goodsList': GoodsList });
  await eventually(() => expect(namesIn(page)).toHaveLength(names.length));
  return page;
};
const ask = async (page: Page, name: string) => {
  await page.press('button', name);
  await page.press('button', 'Remove');
  return page.find('dialog', 'Remove 1 product from your showcase?');
};
const confirm = (page: Page) => page.press('dialog .cells button:last-child');
const remove = async (page: Page, name: string) => {
  await ask(page, name);
  await confirm(page);
  await page.says('1 product removed.');
  // The same words stand there after the removal before this one.
  await eventually(() => expect(namesIn(page)).not.toContain(name));
};
const rows = () => client.server.deps.db.select().from(showcase).where(eq(showcase.shopId, amina.shopId));
const removals = () => client.of('POST /v1/showcase/del');

describe('the question before a removal', () => {
  test('names the article, what it means and how many removals are left, with two answers that differ', async () => {
    const page = await listing('Mug', 'Lamp');
    const sheet = await ask(page, 'Mug');
    expect(sheet.querySelector('li')?.textContent).toBe('Mug');
    await page.says('Orders already placed aren’t affected.');
    await page.says('3 of 3 removals left today. Resets ');
    const answers = [...sheet.querySelectorAll('.cells button')];
    expect(answers.map((one) => [one.textContent, one.className])).toEqual([
      ['Keep', 'btn'],
      ['Remove', 'btn soft'],
    ]);
    await page.press('button', 'Keep');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    expect(removals()).toEqual([]);
  });
});

describe('after a removal', () => {
  test('undo lists the article again at its price', async () => {
    const page = await listing('Mug', 'Lamp');
    await remove(page, 'Mug');
    await eventually(() => expect(namesIn(page)).toEqual(['Lamp']));
    // Later than the other one was listed: the newest stands first.
    client.server.clock.advance(1_000);
    await page.press('button', 'Undo');
    await eventually(() => expect(namesIn(page)).toEqual(['Mug', 'Lamp']));
    expect(bodies<{ items: object[] }>(client, 'POST /v1/showcase/add')[0]?.items).toMatchObject([
      { sellingPrice: '20.00' },
    ]);
    expect(page.text()).not.toContain('removed.');
    expect(toasts.value.map(({ text }) => text())).toEqual(['Listed again.']);
  });

  test('undo is offered for the last article too', async () => {
    const page = await listing('Mug');
    await remove(page, 'Mug');
    await page.find('heading', 'Your showcase is empty');
    await page.press('button', 'Undo');
    await eventually(() => expect(namesIn(page)).toEqual(['Mug']));
  });

  test('undo is gone after ten seconds', async () => {
    const page = await listing('Mug', 'Lamp');
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await remove(page, 'Mug');
    await act(async () => void vi.advanceTimersByTime(9_000));
    page.get('button', 'Undo');
    await act(async () => void vi.advanceTimersByTime(1_500));
    await eventually(() => expect(page.all('button', 'Undo')).toEqual([]));
  });

  test('an undo that is pressed at the last moment keeps its place until it is answered', async () => {
    await client.signIn(amina);
    client.fault('POST /v1/showcase/add', () => new Promise(() => {}));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onDone = vi.fn();
    const row = { id: 'shc_1', goodsId: 'gds_1', name: 'Mug', sellingPrice: '20.00' } as ShowcaseItem;
    const { get } = draw(<Removed of={{ rows: [row], skipped: [] }} onDone={onDone} />);
    vi.advanceTimersByTime(9_999);
    // Without `act`, which would run at once what the app runs a frame later.
    get('button', 'Undo').click();
    await Promise.resolve();
    expect(get('button', 'Undo').getAttribute('aria-busy')).toBe('true');
    vi.advanceTimersByTime(1);
    expect(onDone).not.toHaveBeenCalled();
  });

  test('an undo that fails says why and can be tried again', async () => {
    const page = await listing('Mug', 'Lamp');
    await remove(page, 'Mug');
    await list(client, amina, ['Bag', 'Watch', 'Cup']);
    await page.press('button', 'Undo');
    await page.says('You’ve reached your product limit. Remove some, or compare levels.');
    page.get('button', 'Undo');
    await page.press('button', 'Dismiss');
    await eventually(() => expect(page.all('button', 'Undo')).toEqual([]));
  });
});

describe('several articles', () => {
  const select = async (page: Page, ...names: string[]) => {
    await page.press('button', 'Select');
    for (const name of names)
      await act(async () => document.querySelector<HTMLElement>(`[aria-label="Select ${name}"]`)?.click());
  };

  test('are counted while they are chosen, and removed by one call', async () => {
    const page = await listing('Mug', 'Lamp', 'Bag');
    await select(page, 'Mug', 'Bag');
    await page.says('2 selected');
    expect(page.all('button', 'Mug')).toEqual([]);
    await page.press('button', 'Remove');
    await page.find('dialog', 'Remove 2 products from your showcase?');
    await confirm(page);
    await page.says('2 products removed.');
    await eventually(() => expect(namesIn(page)).toEqual(['Lamp']));
    expect(removals()).toHaveLength(1);
    expect((await rows()).filter(({ status }) => status === 'listed')).toHaveLength(1);
  });

  test('can be left without removing', async () => {
    const page = await listing('Mug', 'Lamp');
    await select(page, 'Mug');
    await page.press('button', 'Cancel');
    await page.find('button', 'Mug');
    expect(page.text()).not.toContain('selected');
  });

  test('several articles beyond what the day allows are not sent', async () => {
    const page = await listing('Mug', 'Lamp', 'Bag', 'Watch');
    await select(page, 'Mug', 'Lamp', 'Bag', 'Watch');
    await page.press('button', 'Remove');
    await page.says('You selected more than you can remove today. 3 of 3 removals left today.');
    expect(page.get('dialog .cells button:last-child').getAttribute('aria-disabled')).toBe('true');
    await confirm(page);
    expect(removals()).toEqual([]);
  });

  test('several articles of which some are refused show each that stayed with its reason', async () => {
    const page = await listing('Mug', 'Lamp');
    await select(page, 'Mug', 'Lamp');
    await page.press('button', 'Remove');
    await page.find('dialog');
    const { db } = client.server.deps;
    await db
      .update(showcase)
      .set({ status: 'unlisted', unlistReason: 'stock_out' })
      .where(eq(showcase.id, (await rows())[0]?.id ?? ''));
    await confirm(page);
    await page.says('1 product removed.');
    await page.says(/1 product was not removed:(Mug|Lamp): You can’t do this right now/);
    await page.press('button', 'Dismiss');
    await eventually(() => expect(page.text()).not.toContain('was not removed'));
  });
});

describe('the day’s limit', () => {
  test('the day’s limit that is used up shows when it resets and who can help, and nothing is sent', async () => {
    const page = await listing('Mug', 'Lamp', 'Bag', 'Watch');
    for (const name of ['Mug', 'Lamp', 'Bag']) await remove(page, name);
    await ask(page, 'Watch');
    await page.says(/You’ve reached today’s limit for removing products: 3\. It resets .*4.*12:00.AM/);
    expect(page.get('link', 'Contact customer service').getAttribute('href')).toBe('/service');
    await confirm(page);
    expect(removals()).toHaveLength(3);
    client.server.clock.advance(86_400_000);
    await page.press('button', 'Keep');
  });

  test('the day’s limit that was used up meanwhile (447) shows the same, and the article stays', async () => {
    const page = await listing('Mug', 'Lamp', 'Bag', 'Watch');
    const sheet = await ask(page, 'Watch');
    const ids = (await rows()).slice(0, 3).map(({ id }) => id);
    await client.server.call('POST /v1/showcase/del', { ids }, amina);
    await confirm(page);
    await page.says('You’ve reached today’s limit for removing products: 3.');
    expect(sheet.textContent).toContain('Contact customer service');
    await eventually(() => expect(namesIn(page)).toHaveLength(1));
  });
});
