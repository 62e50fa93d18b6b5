// One source file a language becomes the parts of src/lang/text-parts.json, by section: what the first screen says, what
// comes with a group of screens, and the rest. What the card shows is a part of its own.
// A key that a language lacks is filled with English here, so that one language is fetched and never two.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pseudo } from './pseudo.mjs';

/** Sections that only the server uses, in answers: they are not sent to the client. */
export const serverSections = ['column', 'notice', 'place', 'reasons', 'refusals', 'statement', 'terms'];
/** Codes that no call of the app answers with; if one occurs, the sentence of the answer is shown. */
export const serverErrors = [419, 420, 422, 423, 425, 426, 428, 429, 431, 432, 433, 434];

/** Builds the parts of each language; `tags` are the languages asked for, or null for all of them. */
export async function buildLocales({ root, tags }) {
  const named = JSON.parse(await readFile(join(root, 'src/lang/text-parts.json'), 'utf8'));
  const onCard = JSON.parse(await readFile(join(root, 'src/card/texts.json'), 'utf8'));
  const inNamed = Object.values(named).flat();
  const available = (await readdir(join(root, 'locales')))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  const wanted = tags ?? available;
  const unknown = wanted.filter((tag) => tag !== 'en-XA' && !available.includes(tag));
  if (unknown.length)
    throw new Error(
      `SOUK_LANGS names ${unknown.join(', ')}: there is no such file in locales/. Known: ${available.join(', ')}.`,
    );
  const english = await read(root, 'en');
  const catalogs = await Promise.all(
    [...new Set(['en', ...wanted])].map(async (tag) => [
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
    [`${tag}.card.json`, JSON.stringify(chosenTexts(catalog, onCard))],
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

/** Returns the texts that are named by section. */
const chosenTexts = (catalog, names) =>
  Object.fromEntries(
    Object.entries(names).map(([section, keys]) => [
      section,
      Object.fromEntries(keys.map((key) => [key, catalog[section][key]])),
    ]),
  );

/**
 * Fills missing texts with English. Plural forms are taken whole from the language, as it has other forms than English.
 */
function filled(english, own) {
  if (typeof english === 'string') return typeof own === 'string' ? own : english;
  if (own === undefined) return english;
  if ('other' in english) return own;
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, filled(value, own[key])]));
}
