import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LongList } from '../../src/ui/long-list.tsx';
import { draw } from './draw.tsx';

const height = 100;
let scrolled = 0;
/** What a browser adds to the scroll so that what can be seen stays where it is, by the first row that is drawn. */
let anchored = (_first: number) => 0;

/** happy-dom lays nothing out: every row is 100 px tall, and a spacer as tall as it says. */
beforeEach(() => {
  scrolled = 0;
  anchored = () => 0;
  const tall = (row: Element) => Number.parseFloat((row as HTMLElement).style.blockSize || String(height));
  const upTo = (row: Element): number =>
    row.previousElementSibling ? upTo(row.previousElementSibling) + tall(row.previousElementSibling) : 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName !== 'UL') return new DOMRect(0, upTo(this) - scrolled, 390, tall(this));
    const all = [...this.children].reduce((sum, row) => sum + tall(row), 0);
    const first = Number(this.querySelector('li:not([data-spacer])')?.textContent);
    return new DOMRect(0, -scrolled - anchored(first), 390, all);
  });
});
afterEach(() => vi.restoreAllMocks());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const listOf = (count: number) => (
  <LongList rows={numbers(count).map((row) => ({ id: String(row) }))}>
    {({ id }, place) => (
      <li key={id} {...place}>
        {id}
      </li>
    )}
  </LongList>
);
const drawn = (count: number) => {
  const page = draw(listOf(count));
  const rows = () => page.all('li:not([data-spacer])').map((row) => Number(row.textContent));
  const scrollTo = (y: number) =>
    act(async () => {
      scrolled = y;
      dispatchEvent(new Event('scroll'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  /** Lets frames pass until none draws another row, and returns how many did. */
  const settle = async () => {
    for (let frames = 0; frames < 60; frames++) {
      const before = rows();
      await frame();
      if (String(rows()) === String(before)) return frames;
    }
    throw new Error('It does not come to an end.');
  };
  const whole = () => page.get('ul').getBoundingClientRect().height;
  return { ...page, rows, scrollTo, settle, whole };
};

test('a list of some rows is drawn whole, though not in one frame, which would be a long one', async () => {
  const { rows, all, settle } = drawn(60);
  expect(rows().length).toBeLessThan(20);
  await settle();
  expect(rows()).toEqual(numbers(60));
  expect(all('[data-spacer]')).toEqual([]);
});

test('a list that lies below the window has its rows before it is scrolled to', async () => {
  scrolled = -2_000;
  const { rows, settle } = drawn(40);
  await settle();
  expect(rows()).toEqual(numbers(40));
});

test('a list that gets shorter than what was drawn of it is never without rows', async () => {
  const page = drawn(200);
  await page.settle();
  await page.scrollTo(15_000);
  await page.settle();
  expect(page.rows()[0]).toBeGreaterThan(100);
  page.again(listOf(70));
  expect(page.rows()).not.toEqual([]);
  await page.settle();
  expect(page.rows().at(-1)).toBe(69);
});

test('a few of ten thousand rows are drawn, wherever one is, and the list keeps its height', async () => {
  const page = drawn(10_000);
  // What is below is guessed until the first rows were measured.
  await page.scrollTo(0);
  for (const y of [0, 50_000, 400_000, 999_000, 123_456, 0]) {
    await page.scrollTo(y);
    await page.scrollTo(y);
    const rows = page.rows();
    expect(rows.length).toBeLessThan(50);
    expect(rows[0]).toBeLessThanOrEqual(y / height);
    expect(rows.at(-1)).toBeGreaterThanOrEqual(Math.min(9_999, Math.ceil((y + innerHeight) / height)));
    expect(page.whole()).toBeGreaterThan(10_000 * height * 0.99);
    expect(page.whole()).toBeLessThan(10_000 * height * 1.01);
  }
});

test('each row states its position, as rows that are not drawn cannot be counted', async () => {
  const page = drawn(100);
  await page.scrollTo(5_000);
  const row = page.all('li:not([data-spacer])')[0];
  expect(row?.getAttribute('aria-posinset')).toBe(String(Number(row?.textContent) + 1));
  expect(row?.getAttribute('aria-setsize')).toBe('100');
});

test('rows come two at an end in a frame, so that no frame of a swipe is a long one, and reach 800 pixels ahead', async () => {
  const page = drawn(10_000);
  const newRowsAt = async (y: number) => {
    const before = page.rows();
    await page.scrollTo(y);
    return page.rows().filter((row) => !before.includes(row));
  };
  // What is below is guessed until the first rows were measured.
  await page.settle();
  let y = 50_000;
  expect((await newRowsAt(y)).length).toBeLessThanOrEqual(Math.ceil(innerHeight / height) + 4);
  for (let frame = 0; frame < 20; frame++) expect((await newRowsAt(y)).length).toBeLessThanOrEqual(4);
  for (let frame = 0; frame < 50; frame++) {
    y += 133;
    expect((await newRowsAt(y)).length).toBeLessThanOrEqual(4);
    expect(page.rows().at(-1)).toBeGreaterThanOrEqual((y + innerHeight) / height);
  }
  await page.settle();
  expect(page.rows()[0]).toBeLessThanOrEqual((y - 800) / height);
  expect(page.rows().at(-1)).toBeGreaterThanOrEqual((y + innerHeight + 800) / height - 1);
});

test('a browser that scrolls for each block drawn above does not cause endless drawing', async () => {
  const page = drawn(1_000);
  await page.settle();
  anchored = (first) => (first % 4 === 0 ? 1 : 0);
  for (let y = 20_000; y <= 20_400; y += 50) {
    await page.scrollTo(y);
    expect(await page.settle()).toBeLessThan(16);
  }
  expect(page.rows()).toContain(204);
});
