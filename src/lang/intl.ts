import { signal } from '@preact/signals';

/** The language of the texts: a tag of `locales/`. Written by i18n.ts only. */
export const lang = signal('en');

/** Regional variants for languages that format figures in several ways: our Spanish is Latin American. */
const regional: Readonly<Record<string, string>> = { es: 'es-419' };

/** Returns a tag with Latin digits and the Gregorian calendar: one digit system a screen, and hosts compare dates. */
const intlTag = () => `${regional[lang.value] ?? lang.value}-u-ca-gregory-nu-latn`;

const cache = new Map<string, unknown>();

/** Creates an Intl object once for each language and set of options; creating one costs a hundred times its use. */
export function memo<T, O extends object>(
  Kind: new (tag: string, options?: O) => T,
  name: string,
  options?: O,
): T {
  const key = `${name}|${lang.value}|${JSON.stringify(options)}`;
  const known = cache.get(key) as T | undefined;
  if (known) return known;
  const made = new Kind(intlTag(), options);
  cache.set(key, made);
  return made;
}
