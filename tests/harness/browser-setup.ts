import { findChromium } from '../../tools/chromium.mjs';
import built from './built.ts';

/** Builds the app and finds a Chromium before the browser tests. */
export default async function setup(): Promise<void> {
  built();
  const { says } = await findChromium();
  process.stdout.write(`Browser tests run in ${says}.\n`);
}
