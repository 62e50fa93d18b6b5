import { expect, test, vi } from 'vitest';
import { TabBar } from '../../src/ui/tab-bar.tsx';
import { draw, press, switchTo } from './draw.tsx';

const hrefs = ['/shopCenter', '/orderList', '/goodsList', '/wallet'] as const;
const bar = (index: number, raised = false, onRaise = vi.fn()) => ({
  onRaise,
  ...draw(<TabBar look="bar" index={index} hrefs={hrefs} raised={raised} known={false} onRaise={onRaise} />),
});

test('four tabs stand in the order store, order, product, account and lead to their paths', () => {
  const { all } = bar(0);
  const links = all('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Store', '/shopCenter'],
    ['Orders', '/orderList'],
    ['Products', '/goodsList'],
    ['Account', '/wallet'],
  ]);
});

test.each([0, 1, 2, 3, -1])('index %i marks that tab and no other', (index) => {
  const marked = bar(index)
    .all('link')
    .map((link) => link.getAttribute('aria-current'));
  expect(marked).toEqual([0, 1, 2, 3].map((tab) => (tab === index ? 'page' : null)));
});

test('the labels follow the language', () => {
  const { all } = bar(0);
  switchTo('ar');
  expect(all('link')[0]?.textContent).toBe('المتجر');
  switchTo('en');
});

test('the round button is named after what a press does', () => {
  const normal = bar(0);
  press(normal.get('button', 'Raise bar'));
  expect(normal.onRaise).toHaveBeenCalledWith(true);

  const raised = bar(0, true);
  press(raised.get('button', 'Lower bar'));
  expect(raised.onRaise).toHaveBeenCalledWith(false);
});

test.each([
  ['up', 300, 200, true],
  ['down', 200, 300, false],
  ['hardly', 200, 205, false],
])('a drag %s moves the bar that way, a short one toggles', (_way, from, to, raised) => {
  const { get, onRaise } = bar(0, true);
  const button = get('button');
  button.dispatchEvent(new PointerEvent('pointerdown', { clientY: from, bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { clientY: to, detail: 1, bubbles: true }));
  expect(onRaise).toHaveBeenCalledWith(raised);
});
