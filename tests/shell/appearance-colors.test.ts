import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ColorName,
  colorNames,
  completePalette,
  contrast,
  type GivenColors,
  mix,
  type Palette,
  purse,
  type Rgb,
  type Scheme,
  schemeFor,
  tintShare,
  tones,
} from '../../src/appearance/colors.ts';

const rgb = (color: string): Rgb => {
  const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
};

const css = readFileSync(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8');
const rule = (head: string) => css.slice(css.indexOf(head)).match(/\{([^}]*)\}/)?.[1] ?? '';
const propertiesOf = (head: string) =>
  Object.fromEntries(
    [...rule(head).matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
const light = propertiesOf('\n.souk {');
const properties = { light, dark: { ...light, ...propertiesOf('\n.souk[data-theme="dark"] {') } };
const paletteOf = (scheme: Scheme) =>
  Object.fromEntries(
    colorNames.map((name) => [name, rgb(properties[scheme][name] ?? '')]),
  ) as unknown as Palette;
const own = { light: paletteOf('light'), dark: paletteOf('dark') };

/** A pair of a text and what it is drawn on. */
interface Pair {
  text: ColorName;
  ground: string;
  contrast: number;
}

/** Returns every text of a palette on everything that it is drawn on. */
function pairsOf(palette: Palette, scheme: Scheme): Pair[] {
  const { surface } = palette;
  const tint = (tone: ColorName) =>
    [`tint of ${tone}`, mix(palette[tone], tintShare[scheme], surface)] as const;
  const grounds = (['bg', 'surface', 'sunken'] as const).map((name) => [name, palette[name]] as const);
  const tints = tones.map(tint);
  const on = (text: ColorName, all: readonly (readonly [string, Rgb])[]): Pair[] =>
    all.map(([ground, color]) => ({ text, ground, contrast: contrast(palette[text], color) }));
  return [
    ...on('ink', [...grounds, ...tints]),
    ...on('ink-2', [...grounds, ...tints, tint('ink-2'), ['disabled', mix(palette.ink, 0.1, surface)]]),
    ...tones.flatMap((tone) => on(tone, [...grounds, ...tints])),
    ...on('on-accent', [['accent', palette.accent]]),
    ...purse(palette, scheme).map(
      (pair): Pair => ({ text: 'ink', ground: 'balance', contrast: contrast(...pair) }),
    ),
  ];
}

/** All colours for what a host gives while the device is in a scheme, as the app completes them. */
const complete = (given: GivenColors, device: Scheme) => {
  const scheme = schemeFor(given, device);
  const palette = completePalette(given, own[scheme], scheme);
  return { palette, scheme, tooClose: pairsOf(palette, scheme).filter((pair) => pair.contrast < 4.5) };
};

describe('contrast is what WCAG says it is', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#1c55d4', '#1c55d4', 1],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrast(rgb(one), rgb(other))).toBeCloseTo(ratio, 2);
    expect(contrast(rgb(other), rgb(one))).toBeCloseTo(ratio, 2);
  });
});

describe.each(['light', 'dark'] as const)('on a %s device', (device) => {
  test('our own colours are readable and stay as they are', () => {
    expect(complete({}, device)).toEqual({ palette: own[device], scheme: device, tooClose: [] });
    expect(properties[device].mix).toBe(`${tintShare[device] * 100}%`);
  });

  test('a thousand random themes have no text under 4.5:1', () => {
    // A linear congruential generator, so that a failure can be repeated.
    let seed = 1;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const names: ColorName[] = ['accent', 'bg', 'surface', 'ink', 'ink-2', 'good', 'warn', 'bad', 'line'];
    const color = (): Rgb =>
      [random(), random(), random()].map((part) => Math.floor(part * 256)) as unknown as Rgb;
    const themes = Array.from(
      { length: 1_000 },
      () =>
        Object.fromEntries(names.filter(() => random() < 0.5).map((name) => [name, color()])) as GivenColors,
    );
    expect(
      themes.flatMap((given) => complete(given, device).tooClose.map((pair) => ({ given, pair }))),
    ).toEqual([]);
  });

  test.each<[string, GivenColors]>([
    ['black', { bg: rgb('#000000'), surface: rgb('#000000'), ink: rgb('#000000') }],
    ['white', { bg: rgb('#ffffff'), surface: rgb('#ffffff'), ink: rgb('#ffffff') }],
    ['the grey in the middle', { bg: rgb('#777777'), surface: rgb('#777777'), ink: rgb('#777777') }],
    ['pure blue', { bg: rgb('#0000ff'), surface: rgb('#0000ff'), accent: rgb('#0000ff') }],
    ['pure yellow', { bg: rgb('#ffff00'), surface: rgb('#ffff00'), accent: rgb('#ffff00') }],
    ['black on white cards', { bg: rgb('#000000'), surface: rgb('#ffffff') }],
  ])('a theme all in %s has no text under 4.5:1', (_, given) => {
    expect(complete(given, device).tooClose).toEqual([]);
  });
});

describe('of what a host gives', () => {
  test.each<[string, GivenColors]>([
    ['a pale page', { bg: rgb('#fff8ee') }],
    ['a dark text', { ink: rgb('#2a1a0a') }],
    ['a deep accent', { accent: rgb('#0a7d4f') }],
    [
      'a dark page with its cards and text',
      { bg: rgb('#0b1220'), surface: rgb('#141d2f'), ink: rgb('#e8eefc') },
    ],
  ])('%s is used as it is', (_, given) => {
    expect(complete(given, 'light').palette).toMatchObject(given);
  });

  test.each<[string, ColorName, string, GivenColors]>([
    ['a text just under the line', 'ink-2', '#7b7b7b', {}],
    ['a light green', 'good', '#3ddc84', {}],
    ['a pale text on pale cards', 'ink', '#cccccc', {}],
    ['a dark red on dark cards', 'bad', '#a01010', { surface: rgb('#101418') }],
  ])('%s is moved no further than it has to', (_, name, color, others) => {
    const { palette } = complete({ ...others, [name]: rgb(color) }, 'light');
    expect(palette[name]).not.toEqual(rgb(color));
    const { scheme } = complete(others, 'light');
    const tightest = Math.min(
      ...pairsOf(palette, scheme)
        .filter(({ text }) => text === name)
        .map((pair) => pair.contrast),
    );
    expect(tightest).toBeLessThan(4.7);
  });

  test('a bright accent fills buttons as it is, with black on it, and is darker as text', () => {
    const { palette } = complete({ accent: rgb('#ffcc00') }, 'light');
    expect(palette.accent).toEqual(rgb('#ffcc00'));
    expect(palette['on-accent']).toEqual([0, 0, 0]);
    expect(contrast(palette['accent-ink'], rgb('#ffffff'))).toBeGreaterThanOrEqual(4.5);
  });

  test('a dark ground on a light device brings our colours for the dark', () => {
    expect(complete({ bg: rgb('#0b1220') }, 'light')).toMatchObject({
      scheme: 'dark',
      palette: { ink: own.dark.ink, surface: own.dark.surface },
    });
  });
});
