import { expect, test } from 'vitest';
import { Chart, scale } from '../../src/ui/chart.tsx';
import { draw, write } from './draw.tsx';

const points = (values: (number | null)[]) =>
  values.map((value, day) => ({ label: `D${day + 1}`, value, text: value === null ? '—' : `$${value}` }));
const week = { name: 'This week', points: points([28, 41, null]) };
const before = { name: 'Last week', points: points([31, 26, 35]) };
const drawChart = () =>
  draw(<Chart title="Profit by day" now={week} was={before} axis={(value) => `$${value}`} />);

test('the table of the chart holds every point of both periods', () => {
  const rows = [...drawChart().get('table').querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['Time', 'This week', 'Last week'],
    ['D1', '$28', '$31'],
    ['D2', '$41', '$26'],
    ['D3', '—', '$35'],
  ]);
});

test('the read-out starts at the last known point and follows the slider', async () => {
  const { get, place } = drawChart();
  const slider = get('slider', 'Profit by day');
  expect(slider.getAttribute('aria-valuetext')).toBe('D2: $41 Last week $26');
  await write(slider, '0');
  expect(slider.getAttribute('aria-valuetext')).toBe('D1: $28 Last week $31');
  expect(place.querySelector('figcaption')?.textContent).toContain('This week $28');
});

test('the line stops where nothing is known yet', () => {
  const { place } = drawChart();
  expect(place.querySelector('path.now.open')?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L']);
  expect(place.querySelector('path.was')?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
});

test('the line to the last point, which is not over yet, is drawn apart from the others', () => {
  const series = { name: 'Today', points: points([74, 80, 3, null]) };
  const { place } = draw(<Chart title="Clicks an hour" now={series} axis={String} />);
  const [whole, open] = [...place.querySelectorAll('path.now')].map((path) => path.getAttribute('d'));
  expect(whole?.split('L').at(-1)).toBe(open?.split('L')[0]?.slice(1));
  expect([whole, open].map((path) => path?.match(/[ML]/g)?.join(''))).toEqual(['ML', 'ML']);
});

test('a single point is a dot: no line leads to it, nothing is filled below it and nothing crosses it', () => {
  const series = { name: 'Today', points: points([74, null]) };
  const { place } = draw(<Chart title="Clicks an hour" now={series} axis={String} />);
  expect([...place.querySelectorAll('path.now')].map((path) => path.getAttribute('d'))).toEqual([
    '',
    'M25 26',
  ]);
  expect(place.querySelector('path.dot')?.getAttribute('d')).toBe('M25 26h0');
  expect(place.querySelector('path.area, path.at')).toBeNull();
});

test('the labels of the axis stay while the slider moves', async () => {
  const day = Array.from({ length: 24 }, (_, hour) => ({
    label: `${hour}`.padStart(2, '0'),
    value: hour,
    text: '',
  }));
  const page = draw(<Chart title="Clicks an hour" now={{ name: 'Today', points: day }} axis={String} />);
  const labels = () => page.place.querySelector('.x')?.textContent;
  const before = labels();
  for (const hour of ['1', '7', '13']) {
    await write(page.get('slider', 'Clicks an hour'), hour);
    expect(labels()).toBe(before);
  }
});

test.each([
  [[28, 41, 22], 0, [60, 40, 20, 0]],
  [[0, 0], 0, [0.5, 0]],
  [[1, 2], 1, [2, 1, 0]],
  [[-12, 30], 0, [40, 20, 0, -20]],
  [[1842], 1, [2000, 1000, 0]],
])('the axis of %j with steps of at minStep %i has the lines %j', (values, minStep, lines) => {
  expect(scale(values, minStep)).toEqual(lines);
});
