import { signal } from '@preact/signals';

/** The language of the texts: a tag of `locales/`. Written by i18n.ts only. */
export const lang = signal('en');

/** Whose way of writing figures a language takes, where it has several: our Spanish is Latin America's. */
const regional: Readonly<Record<string, string>> = { es: 'es-419' };

/** Latin digits and the Gregorian calendar in every language: one digit system a screen, and hosts compare dates. */
const intlTag = () => `${regional[lang.value] ?? lang.value}-u-ca-gregory-nu-latn`;

const kept = new Map<string, unknown>();

/** Makes an Intl object once for each language and set of options; making one costs a hundred times its use. */
export function memo<T, O extends object>(
  Kind: new (tag: string, options?: O) => T,
  name: string,
  options?: O,
): T {
  const key = `${name}|${lang.value}|${JSON.stringify(options)}`;
  const known = kept.get(key) as T | undefined;
  if (known) return known;
  const made = new Kind(intlTag(), options);
  kept.set(key, made);
  return made;
}
