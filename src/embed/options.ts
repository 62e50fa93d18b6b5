import type { HostObject } from '../../bridge/transport/mount.ts';

/** How Souk is shown in a page; the script's and the element's `data-` attributes say the same. */
export interface MountOptions {
  /** Base of the calls; without it, `/api` where the script came from. */
  readonly api?: string;
  /** BCP 47 tag of the first words; a choice that was made in Souk wins. */
  readonly lang?: string;
  /** `auto` follows the device, and is what holds without a word. */
  readonly theme?: 'light' | 'dark' | 'auto';
  /** Where addresses live: `hash` (the page's fragment, `#/orderList`) unless the page wants its fragment for itself. */
  readonly location?: 'hash' | 'memory';
  /** Languages that are offered, separated by commas; without it, all there are. */
  readonly langs?: string;
  /** Where a token handed over is kept: `memory`, unless `session` is to survive a reload. */
  readonly storage?: 'memory' | 'session';
  /** The merchant's token; without it, Souk asks the host, or draws its sign-in. */
  readonly token?: string | null;
  /** The page's end of the bridge: `createHostObject().host` of host.js. */
  readonly host?: HostObject;
}

/** What was given, the nearest word last; nothing else is looked at, whatever a page has put on Object.prototype. */
export const given = (...words: object[]): MountOptions =>
  Object.assign(Object.create(null), ...words) as MountOptions;
