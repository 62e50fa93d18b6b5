import { existsSync } from 'node:fs';
import { missing, needDebian, works } from '../harness/debian.ts';

const webkit = {
  why: 'The tests of native hosts run in WebKitGTK, which is not installed.',
  packages: ['gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  isThere: () =>
    works('/usr/bin/python3', '-c', 'import gi; gi.require_version("WebKit2", "4.1")') &&
    works('which', 'Xvfb'),
};

const firefoxes = [
  process.env.FIREFOX ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
/** Returns the path of the installed Firefox. */
export const findFirefox = () => firefoxes.find((path) => existsSync(path));

const firefox = {
  why: 'The main job is tested in Firefox, which is not installed.',
  packages: ['firefox-esr'],
  isThere: () => findFirefox() !== undefined,
};

export const missingWebKit = missing(webkit);
export const missingFirefox = missing(firefox);

/** Before the tests of the engines. */
export default function setup(): void {
  needDebian(webkit);
  needDebian(firefox);
}
