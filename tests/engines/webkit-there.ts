import { missing as missingPackages, needDebian, works } from '../harness/debian.ts';

const webkit = {
  why: 'The tests of native hosts run in WebKitGTK, which is not installed.',
  packages: ['gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  isThere: () =>
    works('/usr/bin/python3', '-c', 'import gi; gi.require_version("WebKit2", "4.1")') &&
    works('which', 'Xvfb'),
};

export const missing = missingPackages(webkit);

/** Before the tests of the engines. */
export default function setup(): void {
  needDebian(webkit);
}
