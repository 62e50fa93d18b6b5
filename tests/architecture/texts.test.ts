import { posix } from 'node:path';
import { expect, test } from 'vitest';
import onCard from '../../src/card/texts.json';
import sectionsByPart from '../../src/lang/text-parts.json';
import { type ScreenName, screenRow } from '../../src/screens.ts';
import { english } from '../locales/catalogs.ts';
import { keysUsed, templatesOf } from '../locales/usage.ts';
import { filesIn, importsIn, read } from './imports.ts';

/** Code that comes by `import()`, and the parts of the texts that are loaded with it. */
interface Load {
  from: string;
  to: string;
  texts: readonly string[];
}

const files = filesIn('src').filter((path) => !/^src\/(server|conform|host-page)\//.test(path));
const imports = files
  .flatMap((path) => importsIn(path))
  .filter(({ to, typeOnly }) => !typeOnly && files.includes(to));

const sections = Object.keys(english);
const partOf = (key: string): string =>
  Object.entries(sectionsByPart).find(([, inPart]) => inPart.includes(key.split('.')[0] ?? ''))?.[0] ??
  'rest';
const uses = [...keysUsed(sections), ...templatesOf(sections)].map((use) => ({
  ...use,
  part: partOf(use.key),
}));

const quoted = (text: string): string[] => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);

const textsOf = (name: ScreenName) => {
  const { texts } = screenRow(name);
  return texts ? ['main', ...texts] : [];
};

/** Reads `lazy(() => import('…'), { texts: […] })`, and the lines of routes.tsx; screens.ts has the texts of those. */
function textsByImport(path: string): Map<string, readonly string[]> {
  const calls = read(path).matchAll(/\blazy\w*\(\s*\(\) =>\s*import\(\s*'([^']+)',?\s*\)([\s\S]*?)\)[;,]\n/g);
  const rows = read(path).matchAll(/^ {2}(\w+): \(\) => import\('(.\/screens\/[^']+)'\),$/gm);
  const beside = (to: string) => posix.join(posix.dirname(path), to);
  return new Map<string, readonly string[]>([
    ...[...rows].map(([, name, to = '']) => [beside(to), textsOf(name as ScreenName)] as const),
    ...[...calls].map(([, to = '', options = '']) => {
      const screen = /^, \[([^\]]*)\]/.exec(options)?.[1];
      const listed = quoted(screen ?? /texts: \[([^\]]*)\]/.exec(options)?.[1] ?? '');
      return [beside(to), screen === undefined ? listed : ['main', ...listed]] as const;
    }),
  ]);
}

const loads: Load[] = files.flatMap((from) => {
  const texts = textsByImport(from);
  return imports
    .filter((one) => one.from === from && one.late)
    .map(({ to }) => ({ from, to, texts: texts.get(to) ?? [] }));
});

const importsOf = new Map(files.map((path) => [path, imports.filter(({ from }) => from === path)]));

/** Returns every file that runs once `start` is loaded. With `late` also what it may load afterwards. */
function reach(start: string, late: 'with late' | 'at once'): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const one of importsOf.get(path) ?? []) if (late === 'with late' || !one.late) open.push(one.to);
  }
  return found;
}

const entries = ['src/main.tsx', 'src/embedded.ts', ...new Set(loads.map(({ to }) => to))];
const atOnce = new Map(entries.map((entry) => [entry, reach(entry, 'at once')]));

/** Parts that a file loads by itself. */
const loadedBy = (path: string): string[] =>
  [...read(path).matchAll(/\bloadTexts\('(\w+)'\)/g)].map(([, part = '']) => part);

/** Every way to an entry: the parts that are loaded with it there, and the entries that load it. */
const waysTo = (entry: string) =>
  loads
    .filter(({ to }) => to === entry)
    .flatMap(({ from, texts }) =>
      entries.filter((other) => atOnce.get(other)?.has(from)).map((other) => ({ texts, other })),
    );

/**
 * Returns the parts that are here whenever the code of an entry runs: those loaded with it, and those that are here
 * wherever it is loaded from, whichever way led there. Begins with all of them and takes away until nothing changes.
 */
function partsHere(): Map<string, Set<string>> {
  const here = new Map(entries.map((entry) => [entry, new Set([...Object.keys(sectionsByPart), 'rest'])]));
  const count = () => [...here.values()].reduce((sum, parts) => sum + parts.size, 0);
  for (let before = 0; before !== count(); ) {
    before = count();
    for (const entry of entries) {
      const own = ['first', ...[...(atOnce.get(entry) ?? [])].flatMap(loadedBy)];
      const ways = waysTo(entry).map(({ texts, other }) => new Set([...texts, ...(here.get(other) ?? [])]));
      const everyWay = [...(ways[0] ?? [])].filter((part) => ways.every((parts) => parts.has(part)));
      here.set(entry, new Set([...own, ...everyWay]));
    }
  }
  return here;
}

/** Any call may be refused, so the sentences of refusals are in the rest, which every visit loads. */
const refusals = 'src/lang/index.ts';

test('every text that a screen, a sheet or the shell can show is in a part that is loaded with its code', () => {
  expect(loads.filter(({ texts }) => texts.length).length).toBeGreaterThan(30);
  const here = partsHere();
  const forgotten = entries.flatMap((entry) =>
    uses
      .filter(
        ({ path, part }) => path !== refusals && !here.get(entry)?.has(part) && atOnce.get(entry)?.has(path),
      )
      .map(({ path, key, part }) => `${entry} comes without ${part}, but ${path} uses ${key}`),
  );
  expect([...new Set(forgotten)]).toEqual([]);
});

test('the texts of the card are those that it shows', () => {
  const listed = Object.entries(onCard).flatMap(([section, names]) =>
    names.map((name) => `${section}.${name}`),
  );
  const ofActs = 'src/ui/act-texts.ts';
  /** What an act has to say where there is more room. */
  const elsewhere = ['deposit_note', 'until'].map((name) => `today.${name}`);
  const shown = uses
    .filter(({ path }) => path.startsWith('src/card/') || path === ofActs)
    // Codes of failures: those without a sentence here are drawn as the one that fits all.
    .filter(({ key }) => !key.startsWith('error.'))
    .map(({ key }) => key.split('.').slice(0, 2).join('.'))
    .filter((key) => !elsewhere.includes(key));
  expect([...new Set(shown)].sort()).toEqual(listed.filter((key) => !key.startsWith('error.')).sort());
});

test('no part of the texts is loaded with code that shows none of it', () => {
  const needless = loads.flatMap(({ from, to, texts }) => {
    const files = reach(to, 'with late');
    const needed = new Set(uses.filter(({ path }) => files.has(path)).map(({ part }) => part));
    return texts
      .filter((part) => !needed.has(part))
      .map((part) => `${from} loads ${part} with ${to}, which needs none of it`);
  });
  expect(needless).toEqual([]);
});

test('two sentences are joined by gap(), as Chinese and Japanese have no space between them', () => {
  const spaced = files
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      [...read(path).matchAll(/[})>] \{(?:t|tn|nothingText|errorText|texts|problem)\b[^}]*/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    );
  expect(spaced).toEqual([]);
});
