import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const built = await build({
  entryPoints: [path.join(import.meta.dirname, '../../src/theme.css')],
  bundle: true,
  minify: true,
  write: false,
  target: ['chrome111', 'safari16.4'],
});
const css = built.outputFiles[0]?.text ?? '';

/** Without what `@supports` guards: that may use what the floor engines lack. */
const unguarded = css.replace(/@supports[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selector,
  body,
}));
const inKeyframes = (selector: string) => /^(from|to|[\d.]+%)/.test(selector.trim());

test('the style sheet is small enough for the first screen', () => {
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(5500);
});

test('Korean lines break between words', () => {
  const korean = rules.filter(({ selector }) => selector.includes(':lang(ko)'));
  expect(korean.map(({ body }) => body)).toEqual([expect.stringContaining('word-break:keep-all')]);
});

test.each([
  ['light-dark()', /light-dark\(/],
  ['nesting', /&/],
  [':dir()', /:dir\(/],
  [':user-invalid', /:user-(in)?valid/],
  [':popover-open', /:popover-open/],
  ['@starting-style', /@starting-style/],
  ['@scope', /@scope/],
  ['subgrid', /subgrid/],
  ['relative colours', /\bfrom var\(/],
  ['anchors', /anchor-name|position-anchor/],
  ['interpolate-size', /interpolate-size|calc-size/],
  ['field-sizing', /field-sizing/],
  ['scroll-driven animation', /animation-timeline/],
])('the style sheet does without %s, which the floor engines lack', (_name, pattern) => {
  expect(unguarded).not.toMatch(pattern);
});

test('every mask has its prefix', () => {
  const bare = rules.filter(({ body }) => /(^|;)mask:/.test(body) && !body.includes('-webkit-mask:'));
  expect(bare).toEqual([]);
});

test('directions are logical', () => {
  const physical =
    /(^|[;{])(left|right|top|bottom|width|height|(min|max)-(width|height)|(margin|padding|border)-(left|right|top|bottom)[a-z-]*|border-(top|bottom)-(left|right)-radius|float|clear):|text-align:(left|right)/;
  expect(rules.filter(({ body }) => physical.test(body))).toEqual([]);
});

/** Splits a list of selectors at its commas, not at those inside of brackets. */
function apart(list: string) {
  let depth = 0;
  const marked = [...list].map((letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    return letter === ',' && depth === 0 ? '\n' : letter;
  });
  return marked.join('').split('\n');
}

/** `.souk` is the root of a shadow tree or a part of a page; nothing may reach beyond it. */
const isScoped = (selector: string) => /^(:where\(|:is\()?\.souk\b/.test(selector.trim());

test('every selector hangs on .souk', () => {
  const parts = rules
    .filter(({ selector }) => !inKeyframes(selector) && !selector.trim().startsWith('@'))
    .flatMap(({ selector }) => apart(selector));
  expect(parts.length).toBeGreaterThan(100);
  expect(parts.filter((part) => !isScoped(part))).toEqual([]);
});

test('names that are global in a document carry the prefix', () => {
  const names = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name);
  expect(names.filter((name) => !name?.startsWith('souk-'))).toEqual([]);
});

test('both ways to the dark theme set the same values', () => {
  const [byDevice] = css.match(/\.souk:not\(\[data-theme=light\]\)\{([^}]*)\}/)?.slice(1) ?? [];
  const [byHost] = css.match(/\.souk\[data-theme=dark\]\{([^}]*)\}/)?.slice(1) ?? [];
  expect(byDevice).toBeTruthy();
  expect(byHost).toBe(byDevice);
});
