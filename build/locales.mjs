// One source file a language becomes the parts of src/lang/text-parts.json, by section: what the first screen says, what
// comes with a group of screens, and the rest, which comes on idle.
// A key that a language lacks is filled with English here, so that one language is fetched and never two.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pseudo } from './pseudo.mjs';

/** What only the server says, in answers: it does not travel to the client. */
export const serverSections = ['notice', 'reasons', 'refusals', 'statement', 'terms'];
/** Codes that no call of the app answers with. Whoever meets one is shown the sentence that came with it. */
export const serverErrors = [419, 420, 421, 422, 423, 425, 426, 428, 429, 431, 432, 433, 434];

/** `tags`: the languages asked for, or null for every one there is. */
export async function buildLocales({ root, tags }) {
  const named = JSON.parse(await readFile(join(root, 'src/lang/text-parts.json'), 'utf8'));
  const inNamed = Object.values(named).flat();
  const there = (await readdir(join(root, 'locales')))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  const asked = tags ?? there;
  const unknown = asked.filter((tag) => tag !== 'en-XA' && !there.includes(tag));
  if (unknown.length)
    throw new Error(
      `SOUK_LANGS names ${unknown.join(', ')}: there is no such file in locales/. Known: ${there.join(', ')}.`,
    );
  const english = await read(root, 'en');
  const catalogs = await Promise.all(
    [...new Set(['en', ...asked])].map(async (tag) => [
      tag,
      forClient(tag === 'en-XA' ? pseudo(english) : filled(english, await read(root, tag))),
    ]),
  );
  const parts = catalogs.flatMap(([tag, catalog]) => [
    ...Object.entries(named).map(([name, sections]) => [
      `${tag}.${name}.json`,
      part(catalog, (section) => sections.includes(section)),
    ]),
    [`${tag}.rest.json`, part(catalog, (section) => !inNamed.includes(section))],
  ]);
  return {
    langs: catalogs.map(([tag]) => tag),
    files: parts.map(([path, text]) => ({ path, contents: Buffer.from(text) })),
  };
}

const read = async (root, tag) => JSON.parse(await readFile(join(root, 'locales', `${tag}.json`), 'utf8'));

function forClient(catalog) {
  const without = (texts, names) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
  return { ...without(catalog, serverSections), error: without(catalog.error, serverErrors.map(String)) };
}

function part(catalog, chosen) {
  return JSON.stringify(Object.fromEntries(Object.entries(catalog).filter(([section]) => chosen(section))));
}

/** Plural forms are taken from the language whole: its forms are other ones than those of English. */
function filled(english, own) {
  if (typeof english === 'string') return typeof own === 'string' ? own : english;
  if (own === undefined) return english;
  if ('other' in english) return own;
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, filled(value, own[key])]));
}
