import { findChromium, findFullChromium } from '../../tools/chromium.mjs';
import built from './built.ts';

/** Builds the app and finds the Chromiums before the browser tests. */
export default async function setup(): Promise<void> {
  built();
  const [shell, full] = await Promise.all([findChromium(), findFullChromium()]);
  process.stdout.write(`Browser tests run in ${shell.says}, those of frames in ${full.says}, too.\n`);
}
