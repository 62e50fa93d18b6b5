import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dist, projectDir } from '../harness/built.ts';

/** The page of somebody who has the published types and nothing else of ours. */
const page = `
import type { MountOptions, SoukAttributes } from './souk.d.ts';

const element = document.querySelector('souk-app');
const options: MountOptions = { api: 'https://souk.example/api', lang: 'ar', theme: 'dark', token: null };
const host = { postMessage: (_: unknown) => {}, subscribe: (_: (data: unknown) => void) => () => {} };
if (element) {
  const leave: () => void = window.Souk.mount(element, options);
  leave();
  Souk.mount(element, { host, location: 'memory', storage: 'session', langs: 'en,ar' });
  // @ts-expect-error: a word that is none
  Souk.mount(element, { theme: 'blue' });
  // @ts-expect-error: an option that is none
  Souk.mount(element, { language: 'ar' });
}
const said: SoukAttributes = { 'data-lang': 'ar', 'data-theme': 'auto', 'data-location': 'hash' };
// @ts-expect-error: an attribute is no place for a secret
const secret: SoukAttributes = { 'data-token': 'abc' };
console.log(said, secret);
`;

test('a page’s TypeScript knows Souk by the types that are published, and refuses what is not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-types-'));
  try {
    copyFileSync(join(dist, 'souk.d.ts'), join(folder, 'souk.d.ts'));
    writeFileSync(join(folder, 'page.ts'), page);
    const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
    const flags = '--noEmit --strict --exactOptionalPropertyTypes --types  --target es2022 --lib es2022,dom';
    const args = [tsc, ...flags.split(' '), '--module', 'esnext', '--moduleResolution', 'bundler'];
    let said = '';
    try {
      execFileSync(process.execPath, [...args, join(folder, 'page.ts')], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      said = (error as { stdout: string }).stdout;
    }
    expect(said).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
