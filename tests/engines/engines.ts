import { chromiumChannels, startChromium } from './chromium.ts';
import { startWebKit } from './webkit.ts';

/** Both engines with their channels. */
export const startEngines = {
  Chromium: startChromium,
  WebKitGTK: startWebKit,
} as const;

export const channels: readonly (readonly [keyof typeof startEngines, string])[] = [
  ...chromiumChannels.map((channel) => ['Chromium', channel] as const),
  ['WebKitGTK', 'with reply'],
  ['WebKitGTK', 'one way'],
];

/** One of each engine goes through every scenario; the others differ from it in nothing but the way of a text. */
export const wholeList = channels.filter(([, channel]) => channel === 'with reply' || channel === 'android');
