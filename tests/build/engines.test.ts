import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dist, readBuilt } from '../harness/built.ts';

// The oldest engines that Souk promises to run on are Chromium 111 and iOS 16.4; none so old runs here, so what
// came after them is looked for in the built files, but for declarations of CSS that an older engine merely passes
// over. Each with the version of Chromium or iOS that brought it.
const younger: [RegExp, string][] = [
  [/light-dark\(/, 'Chromium 123, iOS 17.5'],
  [/:user-(in)?valid/, 'Chromium 119, iOS 16.5'],
  [/@starting-style/, 'Chromium 117, iOS 17.5'],
  [/\banchor-name\b|position-anchor/, 'Chromium 125'],
  [/\binterpolate-size\b|calc-size\(/, 'Chromium 129'],
  [/AbortSignal\.any\b/, 'Chromium 116, iOS 17.4'],
  [/URL\.canParse\b|URL\.parse\(/, 'Chromium 120, iOS 17'],
  [/(Object|Map)\.groupBy\b/, 'Chromium 117, iOS 17.4'],
  [/Promise\.(withResolvers|try)\b/, 'Chromium 119, iOS 17.4'],
  [/Array\.fromAsync\b/, 'Chromium 121'],
  [/\.(toWellFormed|isWellFormed)\(/, 'Chromium 111, iOS 16.4 only partly'],
  [/\bnew (Set|Map)\([^)]*\)\.(union|intersection|difference|isSubsetOf)\(/, 'Chromium 122, iOS 17'],
  [/\.(checkVisibility)\(/, 'iOS 17.4'],
  [/\bstartViewTransition\b/, 'iOS 18'],
  [/\bscheduler\.(yield|postTask)\b/, 'not in iOS'],
  [/\bIntl\.(DurationFormat)\b/, 'Chromium 129, iOS 16.4 only partly'],
  [/\/[a-z]*v[a-z]*\.test\(|new RegExp\([^)]*,\s*["'][a-z]*v/, 'Chromium 112, iOS 17'],
];

const built = readBuilt();
const texts = Object.keys(built.files)
  .filter((path) => /\.(js|css|html)$/.test(path))
  .map((path): [string, string] => [path, readFileSync(join(dist, path), 'utf8')]);

test.each(younger)('nothing uses %s, which came with %s', (pattern) => {
  expect(texts.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
});

// iOS got it with 17, Chromium with 114: allowed where the code looks for it first.
test('the popover is asked for before it is used', () => {
  const users = texts.filter(([path, text]) => path.endsWith('.js') && /showPopover\b/.test(text));
  const blind = users.filter(([, text]) => !/\?\.showPopover\b(?!\()/.test(text));
  expect(blind.map(([path]) => path)).toEqual([]);
});

test('colours that are computed from others have a fallback', () => {
  const css = texts.filter(([path]) => path.endsWith('.css')).map(([, text]) => text);
  for (const text of css) if (/\bfrom var\(/.test(text)) expect(text).toMatch(/@supports/);
});

// Between colours of color-mix() a gradient runs in oklab, where Firefox draws stripes as hairlines and leaves some out.
test('stripes name sRGB as their colour space', () => {
  const stripes = texts.flatMap(
    ([, text]) => text.match(/repeating-linear-gradient\([^;}]*color-mix/g) ?? [],
  );
  expect(stripes.length).toBeGreaterThan(0);
  expect(stripes.filter((one) => !/^[^,]*\bin srgb\b/.test(one))).toEqual([]);
});

// Safari drops the whole declaration.
test('no text-decoration has more than its line', () => {
  const own = texts.filter(([path]) => path.startsWith(`${built.app}/`) && path.endsWith('.css'));
  const decorations = own.flatMap(([, text]) => text.match(/text-decoration:[^;}]*/g) ?? []);
  expect(decorations.length).toBeGreaterThan(0);
  expect(decorations.filter((one) => !/:(none|underline)$/.test(one))).toEqual([]);
});

test('styles hang on .souk, not on the document', () => {
  const sheet = texts.find(([path]) => path === `${built.app}/souk.css`)?.[1] ?? '';
  expect(sheet.length).toBeGreaterThan(1000);
  expect(sheet).not.toMatch(/(^|[},])\s*(:root|html|body)\b/);
});
