import type { Translations } from '../../schema/columns.ts';

/** Returns a stored text in the reader's language, or as it was written where it has no translation. */
export const translated = (text: string, translations: Translations | null, lang: string): string =>
  translations?.[lang] ?? text;
