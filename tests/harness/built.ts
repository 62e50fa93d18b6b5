import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testLangs } from './langs.mjs';

export const projectDir = join(import.meta.dirname, '../..');
export const dist = join(projectDir, 'dist');

/** The fields of dist/manifest.json that tests read. */
export interface Built {
  scriptHashes: string[];
  styleHashes: string[];
  /** The directory of everything the app loads. */
  app: string;
  langs: string[];
  core: string;
  chunks: Record<string, { label: string; entry: string | null; closure: string[]; inputs: string[] }>;
  /** Name, bytes as sent, limit. */
  sizes: [string, number, number?][];
  /** Budgets that this build exceeds, in sentences. */
  faults: string[];
  files: Record<string, { bytes: number; sha256: string; br?: number; gz?: number }>;
}

export const readBuilt = (from = dist): Built =>
  JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'));

/** The build's exit code where everything was made but exceeds a budget; tests report that. */
const tooHeavy = 2;

/** Builds into a directory, as `npm run build` does with these languages; fails with the output of the build. */
export function build(out = dist, langs = testLangs): void {
  const env = { ...process.env, SOUK_LANGS: langs };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build.mjs', '--out', out], {
    cwd: projectDir,
    env,
    encoding: 'utf8',
  });
  if (status !== 0 && status !== tooHeavy) throw new Error(`The build failed.\n${stdout}${stderr}`);
}

/** Builds before the projects that read dist, unless `npm test` has built already. */
export default function setup(): void {
  if (!process.env.SOUK_BUILT) build();
}
