import { findChromium } from '../../tools/chromium.mjs';
import built from './built.ts';

/** Before the browser tests: something to show, and something to show it with. */
export default async function setup(): Promise<void> {
  built();
  const { says } = await findChromium();
  process.stdout.write(`Browser tests run in ${says}.\n`);
}
