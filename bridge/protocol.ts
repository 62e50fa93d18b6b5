/** The wire between a host and Souk, version 1. Types only. */

import type { version } from './version.ts';

/** Space covered by the host's own bars, in CSS px. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * The look of Souk in a host, each variable optional; docs/theming.md says what each of them changes. A colour is any opaque
 * colour of CSS, a length a text such as `12px`.
 */
export interface AppearanceVariables {
  readonly colorAccent?: string;
  readonly colorBackground?: string;
  readonly colorSurface?: string;
  readonly colorText?: string;
  readonly colorTextMuted?: string;
  readonly colorSuccess?: string;
  readonly colorWarning?: string;
  readonly colorDanger?: string;
  readonly colorBorder?: string;
  readonly fontFamily?: string;
  readonly fontSizeBase?: string;
  readonly fontWeightBold?: number;
  readonly lineHeight?: number;
  readonly borderRadius?: string;
  readonly buttonRadius?: string;
  readonly inputRadius?: string;
  readonly spacingUnit?: string;
  readonly density?: 'cozy' | 'compact';
  readonly shadow?: 'none' | 'small' | 'large';
  readonly productName?: string;
  readonly logoUrl?: string;
  readonly showRaiseButton?: boolean;
  readonly showHeader?: boolean;
}

/**
 * Variables for both colour schemes, and in `light` and `dark` what differs in one of them. The bridge only checks the size:
 * code that applies it must check each value.
 * @example { borderRadius: '16px', light: { colorAccent: '#0a6e46' }, dark: { colorAccent: '#3ecf8e' } }
 */
export interface Appearance extends AppearanceVariables {
  readonly light?: AppearanceVariables;
  readonly dark?: AppearanceVariables;
}

/** The colour scheme; `auto` follows the device. */
export type Theme = 'light' | 'dark' | 'auto';

/**
 * The state a host publishes: all of it with `hi`, later by `evt state` only what changed.
 * @example { token: 'k3…', lang: 'ar', theme: 'dark', insets: { top: 24, right: 0, bottom: 16, left: 0 } }
 */
export interface HostState {
  /** The session's token; `null` means signed out; absent means that the host does not manage it. */
  readonly token?: string | null;
  /** Beside `token: null`: a token is on its way. For at most 10 s Souk then draws no sign-in. */
  readonly tokenPending?: boolean;
  /** ISO 8601 time at which the token ends. */
  readonly expiresAt?: string | null;
  /** BCP 47 tag. */
  readonly lang?: string;
  readonly theme?: Theme;
  /** Replaces the appearance before as a whole; `{}` is Souk's own. */
  readonly appearance?: Appearance;
  readonly insets?: Insets;
  /** Height of the on-screen keyboard in CSS px, 0 when closed. */
  readonly keyboard?: number;
  /** Base URL of the calls. Code that applies it must know its origin from the page's own configuration. */
  readonly api?: string;
}

/** No parameters, or no result: an empty object on the wire. */
export type Nothing = Readonly<Record<never, never>>;

/** A file as it crosses the bridge. */
export interface WireFile {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  readonly base64: string;
}

/** The requests of a guest. One map types both ends: `request` of the guest, `methods` of the host. */
export interface Methods {
  token: { params: { force: boolean }; result: { token: string; expiresAt?: string | null } };
  openUrl: { params: { url: string }; result: Nothing };
  share: { params: { title?: string; text?: string; url?: string }; result: Nothing };
  copy: { params: { text: string }; result: Nothing };
  saveFile: { params: WireFile; result: Nothing };
  pickFile: { params: { accept: string; capture?: string }; result: WireFile };
  scan: { params: Nothing; result: { text: string } };
  haptic: { params: { kind: 'tap' | 'success' | 'error' }; result: Nothing };
  close: { params: { dirty: boolean }; result: Nothing };
}

/** The notes of a guest, which need no answer. */
export interface Notes {
  /** Milliseconds from the page's start until the first screen, which may be Souk's own sign-in, can be used. */
  ready: { ms: number };
  /**
   * Souk, or a part of it, could not be shown: `load` if its code or texts were missing at the start, `chunk` if those
   * of a screen were missing, `fault` if its own code failed. It offers to try again.
   */
  failed: { code: 'load' | 'chunk' | 'fault' };
  /**
   * The session is over and no merchant is signed in: revoked (401), unknown (407) or expired (408) and not renewed, or
   * ended in Souk by its merchant. Forget the token.
   */
  'session-lost': { code: 401 | 407 | 408 | 'signed-out' };
  /** How many acts wait for the merchant, or on a server that does not count them how many notices are unread, for the host's own badge. */
  badge: { count: number };
  /** Whether something typed is not sent yet, which lasts as a draft as long as the tab or the WebView; sent when it changes. */
  dirty: { value: boolean };
  /**
   * How many steps Souk can still go back; at 0 the host's own back leaves. Something typed counts as a step where the host
   * knows `close`.
   */
  back: { depth: number };
  title: { text: string };
  /** Height of the content in CSS px. */
  height: { px: number };
  /** No personal data, ever. */
  track: { name: string; props: Readonly<Record<string, string | number | boolean>> };
  /**
   * Secrets are masked and the rate is limited before it leaves the guest. `code` is there where something that the host
   * gave is not taken; the text then names the remedy.
   */
  log: { level: 'debug' | 'info' | 'warn' | 'error'; text: string; code?: 'appearance' | 'unknown_path' };
}

/** The events of a host. */
export interface Events {
  /** Only the keys with a changed value. */
  state: HostState;
  /** The host's back was pressed. */
  back: Nothing;
  pause: Nothing;
  resume: Nothing;
  /** Shows a screen, by its address in Souk such as `/order?id=…`; one that Souk does not have is ignored. */
  navigate: { path: string };
}

/** The name of a request that a guest may send. */
export type MethodName = keyof Methods;
/** The name of a note that a guest may send. */
export type NoteName = keyof Notes;
/** The name of an event that a host may send. */
export type EventName = keyof Events;
/** Parameters of a request: `Params<'share'>` is `{ title?, text?, url? }`. */
export type Params<M extends MethodName> = Methods[M]['params'];
/** Result of a request: `Result<'scan'>` is `{ text }`. */
export type Result<M extends MethodName> = Methods[M]['result'];

/** The kind implies the sender, so an echo of one's own message is never taken for an answer. */
export type GuestKind = 'hello' | 'req' | 'note';
/** The kinds that only a host sends. */
export type HostKind = 'hi' | 'res' | 'evt';

/** One message. Unknown fields are ignored by both sides. */
export interface Message {
  readonly souk: typeof version;
  readonly t: GuestKind | HostKind;
  /** The nonce the guest made at `hello`, repeated by both sides from then on. */
  readonly n: string;
  /** On `req` and `res`: a number that increases by one. */
  readonly id?: number;
  /** Name of the method, note or event. */
  readonly m?: string;
  /** Parameters. */
  readonly p?: object;
  /** Result of a successful `res`. */
  readonly r?: object;
  /** Error of a failed `res`. */
  readonly e?: { readonly code: string; readonly message?: string };
}
