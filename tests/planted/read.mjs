import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
export const root = join(here, '../..');

/** The planted faults: what each breaks, and the tests that must notice, by the first line of its patch. */
export function readPlanted() {
  return readdirSync(here)
    .filter((name) => name.endsWith('.patch'))
    .sort()
    .map((name) => {
      const path = join(here, name);
      const [first = ''] = readFileSync(path, 'utf8').split('\n');
      const [breaks = '', tests = ''] = first.split(' Noticed by: ');
      return { name: name.replace('.patch', ''), path, breaks, tests: tests.split(' ').filter(Boolean) };
    });
}
