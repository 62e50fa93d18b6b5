// A browser of its own for every visit: nothing is cached, warmed or shared between two of them.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
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

async function found() {
  const installed = places.find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: flags };
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath(), args: [...packed.args, ...flags] };
}

/** Runs `act` in a phone-sized context with a profile of its own. */
export async function withBrowser(act) {
  const profile = await mkdtemp(join(tmpdir(), 'souk-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(await found()),
    headless: true,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  });
  try {
    return await act(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
