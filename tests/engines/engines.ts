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

/** Those that go through every scenario; the other channels differ from them in nothing but the way of a text. */
export const wholeList = channels.filter(
  ([engine, channel]) => engine === 'WebKitGTK' || channel === 'android',
);
