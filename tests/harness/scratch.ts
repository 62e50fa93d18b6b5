import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { isFullRun } from './full-run.ts';

const memory = '/dev/shm';
/** Several times what the databases of a run take that are there at once. */
const enough = 4 * 2 ** 30;

// Packages unpack programs into the same place, so that one which runs none is of no use.
const hasRoom = (): boolean => {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).find(([, place]) => place === memory)?.[3];
    const { bavail, bsize } = statfsSync(memory);
    return options !== undefined && !/\bnoexec\b/.test(options) && bavail * bsize >= enough;
  } catch {
    return false;
  }
};

/**
 * Puts what tests throw away into memory, where there is room for it: a database is a thousand files, and a disk takes
 * longer to make and remove them than a test to use them. A TMPDIR that is set stays, and what a release runs
 * is too large.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || isFullRun || !hasRoom()) return;
  const directory = mkdtempSync(`${memory}/souk-tests-`);
  // PostgreSQL runs as another user, who needs access.
  chmodSync(directory, 0o755);
  process.env.TMPDIR = directory;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
}
