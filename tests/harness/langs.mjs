import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const there = () =>
  readdirSync(join(import.meta.dirname, '../../locales'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));

// Per commit, the longest language and one from right to left represent all of them.
const shipped = process.env.WHOLE === '1' ? there() : ['en', 'ar', 'fr', 'zh-CN'];

/** The languages of a test build, for SOUK_LANGS: some that ship, and one that reveals untranslated texts. */
export const testLangs = [...shipped, 'en-XA'].join();
