// What a page that embeds Souk can say of it, for its TypeScript: published as souk.d.ts, and what souk.js keeps to.

import type { mount } from './mount.ts';
import type { MountOptions } from './options.ts';

export type { HostObject } from '../../bridge/transport/mount.ts';
export type { Receive } from '../../bridge/transport/transport.ts';
export type { MountOptions } from './options.ts';

/** What souk.js puts on window. */
export interface SoukGlobal {
  /** Shows Souk in an element; answers what takes all of it away again. */
  readonly mount: typeof mount;
}

type ByAttribute = Exclude<keyof MountOptions, 'host' | 'token'>;

/** What `<souk-app>` can be told; `data-lang` and `data-theme` are followed live. It sends no events. */
export type SoukAttributes = {
  readonly [Name in ByAttribute as `data-${Name}`]?: NonNullable<MountOptions[Name]>;
};

declare global {
  const Souk: SoukGlobal;
  interface Window {
    readonly Souk: SoukGlobal;
  }
  interface HTMLElementTagNameMap {
    'souk-app': HTMLElement;
  }
}
