import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { propertiesFor, readAppearance, variableNames } from '../../src/appearance/variables.ts';

const isColor = (color: string) => /^#[\da-f]{6}$/.test(color);
const read = (given: unknown) => readAppearance(given, isColor);

const right = {
  colorAccent: '#0a7d4f',
  fontFamily: `"Noto Sans", Georgia, 'x y', sans-serif`,
  fontSizeBase: '16px',
  fontWeightBold: 700,
  lineHeight: 1.5,
  borderRadius: '0px',
  buttonRadius: '99px',
  inputRadius: '4px',
  spacingUnit: '4.5px',
  density: 'compact',
  shadow: 'none',
  productName: 'Bazaar 24 – 店',
  logoUrl: 'https://files.example.com/logo.svg?v=2',
  showRaiseButton: false,
  showHeader: true,
};

test('right values are taken, for both themes and for one of them, as an object or as its JSON', () => {
  const given = { ...right, light: { colorText: '#111111' }, dark: right };
  expect(read(given)).toEqual({ appearance: given, faults: [], unknown: [] });
  expect(read(JSON.stringify(given))).toEqual({ appearance: given, faults: [], unknown: [] });
});

test.each<[name: string, value: unknown, remedy: string]>([
  ['colorAccent', 'url(x)', 'write an opaque colour of CSS'],
  ['colorAccent', 7, 'write an opaque colour of CSS'],
  ['fontFamily', 'x; } * { display: none', 'write names of fonts'],
  ['fontFamily', 'url("x")', 'write names of fonts'],
  ['fontFamily', '"Georgia', 'write names of fonts'],
  ['fontSizeBase', '8px', 'write a length from "12px" to "24px"'],
  ['fontSizeBase', 16, 'write a length from "12px" to "24px"'],
  ['fontWeightBold', 400, 'write a number from 500 to 900'],
  ['lineHeight', '1.5', 'write a number from 1.2 to 2'],
  ['borderRadius', '-4px', 'write a length from "0px" to "32px"'],
  ['spacingUnit', '100px', 'write a length from "2px" to "6px"'],
  ['density', 'tight', 'write "cozy" or "compact"'],
  ['shadow', '0 0 99px #000', 'write "none" or "small" or "large"'],
  ['productName', '', 'write a name of at most 24 characters'],
  ['productName', 'N'.repeat(25), 'write a name of at most 24 characters'],
  ['productName', 'a\u202Eb', 'write a name of at most 24 characters'],
  ['logoUrl', 'http://files.example.com/logo.svg', 'write an address that begins with https://'],
  ['logoUrl', 'javascript:alert(1)', 'write an address that begins with https://'],
  ['showHeader', 'false', 'write true or false'],
])('%s: %j is left out, with what to write instead, and the others are taken', (name, value, remedy) => {
  const faults = [
    expect.stringMatching(new RegExp(`^Souk: appearance\\.dark\\.${name} is .*, which is not taken: `)),
  ];
  const { appearance, faults: found } = read({
    colorAccent: '#0a7d4f',
    dark: { lineHeight: 1.3, [name]: value },
  });
  expect(found).toEqual(faults);
  expect(found[0]).toContain(remedy);
  expect(appearance).toMatchObject({ colorAccent: '#0a7d4f' });
  expect(appearance.dark).toEqual(name === 'lineHeight' ? {} : { lineHeight: 1.3 });
});

test('a name that is none is left out and returned, and the others are taken', () => {
  expect(read({ colorAcent: '#0a7d4f', lineHeight: 1.3, dark: { constructor: 1 } })).toEqual({
    appearance: { lineHeight: 1.3, dark: {} },
    faults: [],
    unknown: ['colorAcent', 'constructor'],
  });
});

test.each([['red'], ['{'], [7], [null], [['#0a7d4f']]])(
  '%j is no appearance, and nothing of it is taken',
  (given) => {
    const { appearance, faults } = read(given);
    expect(appearance).toEqual({});
    expect(faults).toEqual([expect.stringContaining('write an object, as JSON in an attribute')]);
  },
);

test('Souk’s own look sets nothing', () => {
  const properties = propertiesFor({ density: 'cozy', showRaiseButton: true, showHeader: true });
  expect(Object.values(properties).filter((value) => value !== undefined)).toEqual([]);
});

test('the page on theming names every variable, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/theming.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(rows).toEqual(variableNames);
});
