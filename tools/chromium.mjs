// The Chromium of tests, pictures and measurements: the installed one, else the one from npm.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
// The same engine without windows takes a third less of the processors. It differs in one thing: a frame of another site has a
// storage of its own in it, where a private window of a whole browser, as tests open it, refuses the frame any.
const shell = '/usr/bin/chromium-headless-shell';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param {string[]} places */
const firstOf = async (places) => {
  const installed = [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: flags, says: `Chromium at ${installed}` };
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const args = [...new Set([...packed.args, ...flags])];
  return { executablePath, args, says: 'Chromium of @sparticuz/chromium' };
};

/** Returns the path and launch options for playwright; `says` describes the browser. */
export const findChromium = () => firstOf([shell, ...browsers]);

/** The same for a whole browser, where one is installed: npm's is a shell. */
export const findFullChromium = () => firstOf([...browsers, shell]);

/** @param {Awaited<ReturnType<typeof firstOf>>} found */
const launched = async ({ executablePath, args }) => chromium.launch({ executablePath, args });

export const launch = async () => launched(await findChromium());

export const launchFull = async () => launched(await findFullChromium());
