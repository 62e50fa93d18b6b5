// The Chromium of tests, pictures and measurements: the installed one, else the one from npm.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

// The headless shell is the same engine without windows, and takes a third less of the processors.
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the path and launch options for playwright; `says` describes the browser. */
export async function findChromium() {
  const installed = places.find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: flags, says: `Chromium at ${installed}` };
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const args = [...new Set([...packed.args, ...flags])];
  return { executablePath, args, says: 'Chromium of @sparticuz/chromium' };
}

export async function launch() {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args });
}
