import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const shipped = readdirSync(join(import.meta.dirname, '../../locales'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => basename(name, '.json'));

/** The languages that ship, for SOUK_LANGS. */
export const shippedLangs = shipped.join();

// Per commit, the longest language and one from right to left represent all of them.
const tested = process.env.WHOLE === '1' ? shipped : ['en', 'ar', 'fr', 'zh-CN'];

/** The languages of a test build, for SOUK_LANGS: some that ship, and one that reveals untranslated texts. */
export const testLangs = [...tested, 'en-XA'].join();
