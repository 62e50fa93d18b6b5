import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const there = () =>
  readdirSync(join(import.meta.dirname, '../../locales'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));

// Per commit the longest language and one from right to left stand for all there are.
const shipped = process.env.WHOLE === '1' ? there() : ['en', 'ar', 'fr', 'zh-CN'];

/** The languages of a test build, as SOUK_LANGS has them: some that ship, and the one that shows what was never translated. */
export const testLangs = [...shipped, 'en-XA'].join();
