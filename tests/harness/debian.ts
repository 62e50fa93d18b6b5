import { spawnSync } from 'node:child_process';

export const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

interface Needed {
  packages: readonly string[];
  /** What cannot be tested without the packages, as a sentence. */
  why: string;
  isThere(): boolean;
}

const commandFor = (packages: readonly string[]) =>
  `apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** The hint for a missing package that npm does not have. */
export const missing = ({ packages, why }: Pick<Needed, 'packages' | 'why'>) =>
  `${why} On Debian or Ubuntu, as root:\napt-get update && ${commandFor(packages)}`;

/** Installs what is missing where the user may install packages; otherwise prints a sentence, and the tests fail. */
export function needDebian(needed: Needed): void {
  if (needed.isThere()) return;
  if (process.getuid?.() !== 0 || !works('which', 'apt-get')) throw new Error(missing(needed));
  const install = commandFor(needed.packages);
  process.stdout.write(`${needed.why} ${install}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('sh', ['-c', `apt-get update -qq && ${install} -qq >/dev/null`], {
    env,
    stdio: 'inherit',
  });
  if (status !== 0 || !needed.isThere()) throw new Error(missing(needed));
}
