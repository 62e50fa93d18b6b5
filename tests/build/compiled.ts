import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist, projectDir } from '../harness/built.ts';

/**
 * What the compiler says of modules in an empty project that has, beside them, only these files of what we publish; a
 * `tsconfig` takes the place of the usual options.
 */
export const compiled = (
  published: readonly string[],
  modules: Readonly<Record<string, string>>,
  tsconfig?: object,
): string => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-types-'));
  try {
    for (const file of published) cpSync(join(dist, file), join(folder, file));
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
    if (tsconfig) writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022'];
    const modes = ['--module', 'nodenext', '--types', '', '--pretty', 'false', '--ignoreConfig'];
    const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
    const args = tsconfig
      ? [tsc, '-p', '.', '--pretty', 'false']
      : [tsc, ...options, ...modes, ...Object.keys(modules)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
