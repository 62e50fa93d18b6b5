import english from '../../../../locales/demo/en.json' with { type: 'json' };
import type { Translations } from '../../schema/columns.ts';
import { languages } from './languages.ts';

export type DemoTexts = typeof english;
type Section = keyof DemoTexts;

/** The demo's texts in all languages but English; loaded in the demo only. */
const others = new Map<string, DemoTexts>();
/** What the demo's people say, in English: so it is stored. */
export const demoSentences = english.sentences;
const sentenceKeys = new Map(Object.entries(demoSentences).map(([key, text]) => [text, key]));

/** Loads what the demo's catalog and its people say, in every language. */
export async function loadDemoTexts(): Promise<void> {
  for (const [tag, { demo }] of Object.entries(languages))
    if (tag !== 'en') others.set(tag, (await demo()).default);
}

/** Returns a text of the demo in English, as it is stored, and its translations. */
export function demoText<S extends Section>(section: S, key: keyof DemoTexts[S] & string) {
  const inSection = (texts: DemoTexts) => texts[section][key] as string;
  const translations: Translations = Object.fromEntries(
    [...others].map(([tag, texts]) => [tag, inSection(texts)]),
  );
  return { text: inSection(english), translations };
}

/** Returns what a person of the demo writes in the reader's language, and any other text unchanged. */
export function demoTextIn(text: string, lang: string): string {
  const key = others.size > 0 && sentenceKeys.get(text);
  return (key && others.get(lang)?.sentences[key as keyof DemoTexts['sentences']]) || text;
}
