// A new browser for every visit: nothing is cached, warmed or shared between two of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../chromium.mjs';

/** Runs `act` in a phone-sized context with a new profile. */
export async function withBrowser(act) {
  const profile = await mkdtemp(join(tmpdir(), 'souk-profile-'));
  const { executablePath, args } = await findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
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
