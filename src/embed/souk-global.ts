// The types of souk.js for pages that embed Souk: published as souk.d.ts, and checked against souk.js.

import type { Appearance, Theme } from '../../bridge/protocol.ts';
import type { SoukEvents } from './events.ts';
import type { mount } from './mount.ts';
import type { CardOptions, MountOptions } from './options.ts';
import type { SoukPath } from './souk-path.ts';

export type { Appearance, AppearanceVariables } from '../../bridge/protocol.ts';
export type { HostObject } from '../../bridge/transport/mount.ts';
export type { Receive } from '../../bridge/transport/transport.ts';
export type { SoukEventCode, SoukEvents } from './events.ts';
export type { CardOptions, MountOptions } from './options.ts';
export type { SoukPath } from './souk-path.ts';

/** The global that souk.js puts on window. */
export interface SoukGlobal {
  /** Shows Souk in an element; returns what removes all of it. */
  readonly mount: typeof mount;
}

type ByAttribute = Exclude<keyof MountOptions, 'appearance' | 'host' | 'token'>;

/** Attributes of `<souk-app>`; changes of `data-lang`, `data-theme`, `data-appearance` and `data-path` are followed. */
export type SoukAttributes = {
  readonly [Name in ByAttribute as `data-${Name}`]?: NonNullable<MountOptions[Name]>;
} & {
  /** The JSON of an `Appearance`. */
  readonly 'data-appearance'?: string;
};

/** The events of the element that Souk is shown in, by `<souk-app>` or by `mount`. They do not bubble. */
export type SoukEventMap = {
  [Name in keyof SoukEvents as `souk:${Name}`]: CustomEvent<SoukEvents[Name]>;
};

/** `<souk-app>`; its language is the `lang` of every element. */
export interface SoukElement extends HTMLElement {
  /** Sets `data-appearance`. */
  set appearance(appearance: Appearance | undefined);
  /** Hands over a token, at any time; null signs out. It cannot be read. */
  set token(token: string | null | undefined);
  /** Sets `data-theme`. */
  set theme(theme: Theme | undefined);
  /** Sets `data-path`: the screen to show now, or to begin with. */
  set path(path: SoukPath | undefined);
}

/** Attributes of `<souk-card>`; changes of all but `data-api` are followed. */
export type SoukCardAttributes = {
  readonly [Name in Exclude<keyof CardOptions, 'appearance'> as `data-${Name}`]?: NonNullable<
    CardOptions[Name]
  >;
} & {
  /** The JSON of an `Appearance`. */
  readonly 'data-appearance'?: string;
};

/** `<souk-card>`; its language is the `lang` of every element. */
export interface SoukCardElement extends HTMLElement {
  /** Sets `data-appearance`. */
  set appearance(appearance: Appearance | undefined);
  /** Hands over a token, at any time; undefined while it is on its way, null where no one is signed in. It cannot be read. */
  set token(token: string | null | undefined);
  /** Sets `data-theme`. */
  set theme(theme: Theme | undefined);
}

declare global {
  const Souk: SoukGlobal;
  interface Window {
    readonly Souk: SoukGlobal;
  }
  interface HTMLElementTagNameMap {
    'souk-app': SoukElement;
    'souk-card': SoukCardElement;
  }
  interface HTMLElementEventMap extends SoukEventMap {}
}
