// How tests are named. A report prints a group and a title in one line, as `the warehouse > is sorted by cost`.
import { expect, test } from 'vitest';
import { filesIn, read } from './imports.ts';

interface Title {
  text: string;
  /** The names of the groups around it, the outermost first. */
  groups: readonly string[];
}

const statement = /^( *)(describe|test|it)\b(?=[.(])/gm;
const named =
  /(?:\b(?:describe|test|it)(?:\.(?!each)\w+)*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g;

/** Reads the titles of a file; which groups they are in, its indentation says. */
function titlesIn(text: string): Title[] {
  const around: { indent: number; name: string }[] = [];
  return [...text.matchAll(statement)].flatMap(({ index, 1: indent = '', 2: kind }) => {
    named.lastIndex = index;
    const [, single, double, template] = named.exec(text) ?? [];
    const name = single ?? double ?? template ?? '';
    while ((around.at(-1)?.indent ?? -1) >= indent.length) around.pop();
    const groups = around.map((group) => group.name);
    if (kind === 'describe') around.push({ indent: indent.length, name });
    return kind === 'describe' ? [] : [{ text: name, groups }];
  });
}

/** What only a predicate begins with: forms that are no plural of a noun as well. */
const verbs = new Set(
  `is are was were has have had does do did can cannot may must never neither still always accepts adds agrees allows
  announces approves asks becomes begins belongs breaks brings charges chooses closes come comes compensates conforms
  continues costs counts credits decides declares disables draws drops echoes ends enters explains extends fails finds
  follows forgets freezes gets give gives go goes grows happens hears hold holds ignores invites keep keeps knows
  leads leaves let lets listens loads looks loses makes moves names needs notifies offers opens outlives owes pauses
  pays prefers prepares prints proves publishes puts quotes reaches reads receives redraws refunds refuse refuses
  rejects removes renews resolves runs say says searches sees sends serves settles shifts ships shortens shows signs
  skips slows speaks stands starts stays stops stores suggests supplies switches take takes tells uses waits wants
  withdraws works writes`.split(/\s+/),
);
/** What goes on with a sentence that another line began. */
const openers = new Set(
  `about after along also although among and as at because before behind below beneath beside besides between beyond but
  by during for from if in inside into later of off offline on once onto or over partly so soon than that then though
  through together under until when where whereas which while who with within without
  asked created guessed made refreshed sent shared signed it its they them their he she these those`.split(
    /\s+/,
  ),
);
const firstWord = (text: string) => /^[\w’-]+/.exec(text)?.[0].toLowerCase() ?? '';

/**
 * Returns what keeps a title from standing in a report: it begins with its subject, or, in a group that is named by the
 * subject, with the verb.
 */
function faultOf({ text, groups: [subject] }: Title): string | undefined {
  const first = firstWord(text);
  if (openers.has(first)) return `begins with "${first}", not with its subject or verb`;
  if (!verbs.has(first) || /^(?:names that|waits between)\b/.test(text)) return undefined;
  if (subject === undefined) return `begins with "${first}" and is in no group that names the subject`;
  const begin = firstWord(subject);
  return openers.has(begin) || verbs.has(begin)
    ? `is in a group that names no subject: ${subject}`
    : undefined;
}

test('the check of titles finds fragments, and predicates without a subject', () => {
  const sample = [
    "it('waits for its code', f);",
    "describe('in a full shop', () => {",
    "  test('is refused', f);",
    "  describe('the price', () => {",
    "    test.each([['a', 1]])('of %s is shown', f);",
    '  });',
    '});',
    "describe('the price', () => {",
    "  test('is shown', f);",
    '  test.each([1])(',
    "    'below a cost is refused', f);",
    "  test('a price that rose is marked', f);",
    '});',
  ];
  const titles = titlesIn(sample.join('\n'));
  expect(titles.map(({ text }) => text)).toEqual([
    'waits for its code',
    'is refused',
    'of %s is shown',
    'is shown',
    'below a cost is refused',
    'a price that rose is marked',
  ]);
  expect(titles.filter(faultOf)).toEqual([titles[0], titles[1], titles[2], titles[4]]);
});

test('every title is a sentence with its subject, alone or after the name of its group', () => {
  const faults = filesIn('tests', /\.test\.tsx?$/).flatMap((path) =>
    titlesIn(read(path)).flatMap((title) => {
      const fault = faultOf(title);
      return fault ? [`${path}: "${title.text}" ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});
