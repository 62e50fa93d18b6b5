import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../harness/built.ts';
import { needDebian, works } from '../../harness/debian.ts';

/** Android's own org.json, which stands in every app; its other classes are played by `stand-ins`. */
export const orgJson = '/usr/share/java/com.android.json.jar';

const version = '2.4.20';
const digest =
  'sha512-IF5IVM7LpPhA/ntHQQpaVt1yxpaaQovtEVYLyqWMuaLr0XelLPPm7/sM6HLhtcRjjjoSsK7I7lP2kzYJkMy73w==';
const cache = join(projectDir, 'node_modules/.cache/souk');
export const kotlinHome = join(cache, `kotlin-compiler-${version}`);

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: cache, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}`);
}

// Ninety megabytes, needed only to test a release: so it is no dependency.
function fetchKotlin(): void {
  if (existsSync(kotlinHome)) return;
  mkdirSync(cache, { recursive: true });
  run('npm', ['pack', '--silent', `kotlin-compiler@${version}`]);
  const archive = join(cache, `kotlin-compiler-${version}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== digest) throw new Error(`kotlin-compiler@${version} is ${found}, and was to be ${digest}.`);
  run('tar', ['xzf', archive]);
  rmSync(archive);
  renameSync(join(cache, 'package'), kotlinHome);
}

/** Before the test of the Android sample: a JDK, Android's org.json and the Kotlin compiler. */
export default function setup(): void {
  needDebian({
    why: 'The Android sample is compiled and run by a JDK, with Android’s org.json, which are not installed.',
    packages: ['default-jdk-headless', 'libandroid-json-java'],
    isThere: () => works('javac', '-version') && existsSync(orgJson),
  });
  fetchKotlin();
}
