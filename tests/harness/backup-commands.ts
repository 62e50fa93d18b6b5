import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './built.ts';
import { postgresBin } from './postgres.ts';

const text = readFileSync(join(projectDir, 'docs/backup.md'), 'utf8');

/** Returns the command of the page on backups that begins with a text. */
const documented = (start: string): string => {
  const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  const found = lines.find((line) => line.startsWith(start));
  if (!found) throw new Error(`docs/backup.md names no command that begins with "${start}"`);
  return found;
};

/** Runs a command as a reader of that page would. */
export const runDocumented = (start: string, env: Record<string, string>, cwd: string): Promise<void> => {
  const bin = postgresBin();
  const path = [...(bin ? [bin] : []), process.env.PATH ?? ''].join(':');
  const child = spawn('sh', ['-c', documented(start)], { cwd, env: { PATH: path, ...env } });
  let errorOutput = '';
  child.stderr.on('data', (part) => {
    errorOutput += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${start}: ${errorOutput}`))));
  });
};
