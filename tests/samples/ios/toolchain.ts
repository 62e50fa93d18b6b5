import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../harness/built.ts';
import { needDebian, works } from '../../harness/debian.ts';

const packages = ['swiftlang', 'libc6-dev', 'libstdc++-14-dev'];
const cache = join(projectDir, 'node_modules/.cache/souk');
/** A Debian that has Swift, in a folder: older ones have none. */
export const swiftDebian = join(cache, 'debian-13');

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
}

// Two gigabytes, needed only to test a release.
function makeDebian(): void {
  if (existsSync(swiftDebian)) return;
  const making = `${swiftDebian}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  process.stdout.write('Fetching a Debian with Swift; this takes some minutes.\n');
  const include = `--include=${packages.join(',')}`;
  run('debootstrap', ['--variant=minbase', include, 'trixie', making]);
  renameSync(making, swiftDebian);
}

/** Before the test of the iOS sample, and after it. */
export default function setup(): () => void {
  needDebian({
    why: 'The iOS sample is compiled by a Swift that debootstrap fetches, which is not installed.',
    packages: ['debootstrap'],
    isThere: () => works('which', 'debootstrap'),
  });
  if (process.getuid?.() !== 0)
    throw new Error('The iOS sample is compiled in a folder of its own, as root.');
  makeDebian();
  // The compiler asks where it stands itself.
  const proc = join(swiftDebian, 'proc');
  run('mount', ['-t', 'proc', 'proc', proc]);
  return () => run('umount', [proc]);
}
