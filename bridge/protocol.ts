/** The wire between a host and Souk, version 1. Types only, besides the version and the lists of names. */

/** The protocol version this guest speaks; within it, changes are additions only. */
export const version = 1;

/** Space the host's own chrome covers, in CSS px. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** CSS colours. Whoever applies them must check contrast; the bridge only checks that they are short strings. */
export interface HostColors {
  readonly accent?: string;
  readonly background?: string;
  readonly text?: string;
}

/** `auto` follows the device. */
export type Theme = 'light' | 'dark' | 'auto';

/**
 * What a host publishes: whole with `hi`, later by `evt state` with only what changed.
 * @example { token: 'k3…', lang: 'ar', theme: 'dark', insets: { top: 24, right: 0, bottom: 16, left: 0 } }
 */
export interface HostState {
  /** The session's token; `null` says signed out; absent says the host has no word on it. */
  readonly token?: string | null;
  /** ISO 8601 time at which the token ends. */
  readonly expiresAt?: string | null;
  /** BCP 47 tag. */
  readonly lang?: string;
  readonly theme?: Theme;
  readonly colors?: HostColors;
  readonly insets?: Insets;
  /** Height of the on-screen keyboard in CSS px, 0 when closed. */
  readonly keyboard?: number;
  /** Base URL of the calls. Whoever applies it must know its origin from the page's own configuration. */
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

/** What the guest may ask. One map types both ends: `request` of the guest, `methods` of the host. */
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

/** What the guest says without waiting for an answer. */
export interface Notes {
  /** Milliseconds from the page's start to the first usable screen. */
  ready: { ms: number };
  /** The app could not start. */
  failed: { code: number | string };
  /** How many screens Souk can still go back; at 0 the host's own back leaves. */
  back: { depth: number };
  title: { text: string };
  /** Height of the content in CSS px. */
  height: { px: number };
  /** No personal data, ever. */
  track: { name: string; props: Readonly<Record<string, string | number | boolean>> };
  /** Secrets are masked and the rate is limited before it leaves the guest. */
  log: { level: 'debug' | 'info' | 'warn' | 'error'; text: string };
}

/** What the host says by itself. */
export interface Events {
  /** Only the keys whose value changed. */
  state: HostState;
  /** The host's back was pressed. */
  back: Nothing;
  pause: Nothing;
  resume: Nothing;
}

/** What a guest may ask a host to do. */
export type MethodName = keyof Methods;
/** What a guest tells a host. */
export type NoteName = keyof Notes;
/** What a host tells a guest. */
export type EventName = keyof Events;
/** What goes with a request: `Params<'share'>` is `{ title?, text?, url? }`. */
export type Params<M extends MethodName> = Methods[M]['params'];
/** What a host answers: `Result<'scan'>` is `{ text }`. */
export type Result<M extends MethodName> = Methods[M]['result'];

/** Who sends what is in the kind, so an echo of one's own message is never taken for an answer. */
export type GuestKind = 'hello' | 'req' | 'note';
/** The kinds that only a host sends. */
export type HostKind = 'hi' | 'res' | 'evt';

/** One message. Unknown fields are ignored by both sides. */
export interface Message {
  readonly souk: typeof version;
  readonly t: GuestKind | HostKind;
  /** The nonce the guest made at `hello`, repeated by both sides from then on. */
  readonly n: string;
  /** On `req` and `res`: a number that rises by one. */
  readonly id?: number;
  /** Name of the method, note or event. */
  readonly m?: string;
  /** Parameters. */
  readonly p?: object;
  /** Result of a `res` that went well. */
  readonly r?: object;
  /** Error of a `res` that did not. */
  readonly e?: { readonly code: string; readonly message?: string };
}
