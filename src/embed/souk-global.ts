// The types of souk.js for pages that embed Souk: published as souk.d.ts, and checked against souk.js.

import type { Appearance } from '../../bridge/protocol.ts';
import type { mount } from './mount.ts';
import type { MountOptions } from './options.ts';

export type { Appearance, AppearanceVariables } from '../../bridge/protocol.ts';
export type { HostObject } from '../../bridge/transport/mount.ts';
export type { Receive } from '../../bridge/transport/transport.ts';
export type { MountOptions } from './options.ts';

/** The global that souk.js puts on window. */
export interface SoukGlobal {
  /** Shows Souk in an element; returns what removes all of it. */
  readonly mount: typeof mount;
}

type ByAttribute = Exclude<keyof MountOptions, 'appearance' | 'host' | 'token'>;

/** Attributes of `<souk-app>`; changes of `data-lang`, `data-theme` and `data-appearance` are followed. It sends no events. */
export type SoukAttributes = {
  readonly [Name in ByAttribute as `data-${Name}`]?: NonNullable<MountOptions[Name]>;
} & {
  /** The JSON of an `Appearance`. */
  readonly 'data-appearance'?: string;
};

/** The element, whose property `appearance` is its attribute as an object. */
export interface SoukElement extends HTMLElement {
  appearance: Appearance;
}

declare global {
  const Souk: SoukGlobal;
  interface Window {
    readonly Souk: SoukGlobal;
  }
  interface HTMLElementTagNameMap {
    'souk-app': SoukElement;
  }
}
