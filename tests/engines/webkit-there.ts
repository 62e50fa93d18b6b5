import { spawnSync } from 'node:child_process';

const packages = ['gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'];
const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** What to do where the engine is missing: no package of npm has it. */
export const missing = `The tests of native hosts run in WebKitGTK, which is not installed. On Debian or Ubuntu, as root:
apt-get update && ${install}`;

const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const isThere = () =>
  works('/usr/bin/python3', '-c', 'import gi; gi.require_version("WebKit2", "4.1")') &&
  works('which', 'Xvfb');

/** Before the tests of the engines: whoever may install packages gets WebKitGTK, anybody else a sentence and red tests. */
export default function setup(): void {
  if (isThere()) return;
  if (process.getuid?.() !== 0 || !works('which', 'apt-get')) throw new Error(missing);
  process.stdout.write(`Installing WebKitGTK: ${install}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('sh', ['-c', `apt-get update -qq && ${install} -qq >/dev/null`], {
    env,
    stdio: 'inherit',
  });
  if (status !== 0 || !isThere()) throw new Error(missing);
}
