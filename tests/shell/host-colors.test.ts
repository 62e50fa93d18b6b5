import { describe, expect, test } from 'vitest';
import { contrast, type Rgb, readableColors } from '../../src/shell/host-colors.ts';

const read = (color: string | undefined): Rgb | undefined => {
  const parts = /^#(..)(..)(..)$/.exec(color ?? '')?.slice(1);
  return parts?.map((part) => Number.parseInt(part, 16)) as Rgb | undefined;
};

/** Our own light theme, as far as a host's colours meet it. */
const light: Readonly<Record<string, string>> = {
  '--bg': '#eaedf1',
  '--ink': '#131920',
  '--ink-2': '#515b67',
  '--accent-ink': '#1c55d4',
  '--good': '#0a6b3d',
  '--warn': '#874900',
  '--bad': '#b3201f',
  '--surface': '#ffffff',
  '--sunken': '#ebeff3',
};
const worn = (colors: { background?: string; text?: string }) =>
  readableColors(colors, read, (token) => light[token] ?? '');

describe('contrast is what WCAG says it is', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#1c55d4', '#1c55d4', 1],
  ])('%s on %s is %d', (one, other, ratio) => {
    const [a, b] = [read(one), read(other)] as [Rgb, Rgb];
    expect(contrast(a, b)).toBeCloseTo(ratio, 2);
    expect(contrast(b, a)).toBeCloseTo(ratio, 2);
  });
});

describe('the colours of a host', () => {
  test.each([
    ['a pale ground', { background: '#fff8ee' }, '#fff8ee', undefined],
    ['a dark text', { text: '#2a1a0a' }, undefined, '#2a1a0a'],
    ['a ground and a text that fit', { background: '#fff8ee', text: '#2a1a0a' }, '#fff8ee', '#2a1a0a'],
    [
      'only the text where the ground is unreadable',
      { background: '#444444', text: '#101010' },
      undefined,
      '#101010',
    ],
  ])('let %s be applied', (_, colors, ground, ink) => {
    expect(worn(colors)).toEqual({ '--bg': read(ground), '--ink': read(ink) });
  });

  test.each([
    ['a ground on which our quieter text would be lost', { background: '#b8c2cc' }],
    ['a dark ground in the light', { background: '#101418' }],
    ['a text that is lost on our cards', { text: '#eeeeee' }],
    ['a text just under the line', { text: '#777777' }],
    ['what is no colour', { background: 'url(x)', text: 'var(--x)' }],
    ['an empty set', {}],
  ])('do not let %s be applied', (_, colors) => {
    expect(worn(colors)).toEqual({ '--bg': undefined, '--ink': undefined });
  });
});
