import type { Appearance } from '../../bridge/protocol.ts';
import type { HostObject } from '../../bridge/transport/mount.ts';
import type { SoukPath } from './souk-path.ts';

/** How Souk is shown in a page; the `data-` attributes of script and element have the same names. */
export interface MountOptions {
  /** Base of the calls; by default `/api` at the script's origin. */
  readonly api?: string;
  /** BCP 47 tag of the first texts; a choice made in Souk wins. */
  readonly lang?: string;
  /** The colour scheme: `auto`, the default, follows the device. */
  readonly theme?: 'light' | 'dark' | 'auto';
  /** Variables of the look, for both colour schemes or for one; as an attribute their JSON. */
  readonly appearance?: Appearance;
  /** Where addresses live: `hash` (the page's fragment, `#/orderList`) unless the page wants its fragment for itself. */
  readonly location?: 'hash' | 'memory';
  /** With `location: 'memory'`, `push` adds an entry to the page's history for each step, so that the browser's Back takes it back. */
  readonly history?: 'none' | 'push';
  /** Where Souk begins: an address in it, such as `/order?id=…`, unless the page's fragment names one. */
  readonly path?: SoukPath;
  /** Offered languages, separated by commas; by default all. */
  readonly langs?: string;
  /** Where a token is kept, of a sign-in in Souk or handed over: `memory` by default; `session` survives a reload, and a sign-in also another page of the same tab. */
  readonly storage?: 'memory' | 'session';
  /** The merchant's token; without it, Souk asks the host, or draws its sign-in. */
  readonly token?: string | null;
  /** The page's end of the bridge: `createHostObject().host` of host.js. */
  readonly host?: HostObject;
}

/** How the card is shown; its `data-` attributes have the same names. */
export interface CardOptions extends Pick<MountOptions, 'api' | 'lang' | 'theme' | 'appearance'> {
  /** The address of the page that shows Souk, which gets the path behind its `#`; by default Souk's own page. */
  readonly href?: string;
}

/** Merges options, the last one wins; ignores what a page has put on Object.prototype. */
export const mergeOptions = (...sources: (object | string | undefined)[]): MountOptions =>
  Object.assign(Object.create(null), ...sources) as MountOptions;
