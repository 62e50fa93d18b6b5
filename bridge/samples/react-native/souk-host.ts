/** What Souk may ask. Throw `denied` where a person or a rule says no; anything else thrown is `failed`. */
export type SoukMethods = Readonly<
  Record<string, (params: Record<string, unknown>) => object | Promise<object>>
>;
/** What Souk is told: token, lang, theme, insets and so on, as in bridge/README.md. */
export type SoukState = Readonly<Record<string, unknown>>;
/** Thrown by a method to say no. */
export const denied = { code: 'denied' };

interface Options {
  /** Exactly Souk's: scheme and host, no slash at the end. */
  readonly origin: string;
  readonly methods: SoukMethods;
  readonly state: SoukState;
  /** Brings a text into the page. */
  deliver(text: string): void;
}

interface HostRequest {
  souk?: unknown;
  t?: string;
  n?: string;
  id?: number;
  m?: string;
  p?: Record<string, unknown>;
}

const read = (text: string): HostRequest => {
  try {
    return (JSON.parse(text) ?? {}) as HostRequest;
  } catch {
    return {};
  }
};

/** The host's end: give it each text of the page with the address it came from. It logs nothing. */
export function createSoukHost({ origin, methods, state: first, deliver }: Options) {
  let state = first;
  let guest = '';
  let depth = 0;

  const say = (n: string, fields: object) => {
    // A guest that is gone, after a reload, hears nothing any more.
    if (guest && n === guest) deliver(JSON.stringify({ souk: 1, n, ...fields }));
  };

  const greet = ({ n = '', p = {} }: HostRequest) => {
    if (!Array.isArray(p.versions) || !p.versions.includes(1)) return;
    if (n !== guest) depth = 0;
    guest = n;
    const capabilities = Object.keys(methods);
    say(n, { t: 'hi', p: { version: 1, platform: 'react-native', capabilities, state } });
  };

  const answer = async ({ n = '', id, m = '', p = {} }: HostRequest) => {
    try {
      const method = Object.hasOwn(methods, m) ? methods[m] : undefined;
      if (!method) throw { code: 'unsupported' };
      if (m === 'openUrl' && !/^(https:\/\/|mailto:|tel:)\S+$/i.test(String(p.url))) throw denied;
      const r = await method(p);
      // Whoever reloads is given the token that holds now.
      if (m === 'token') state = { ...state, expiresAt: null, ...r };
      say(n, { t: 'res', id, r });
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string };
      const known = code === 'denied' || code === 'unsupported';
      say(n, { t: 'res', id, e: { code: known ? code : 'failed' } });
    }
  };

  return {
    /** A text from the page at `url`: nothing that another origin says counts. */
    hear(text: string, url: string) {
      if (url !== origin && !url.startsWith(`${origin}/`)) return;
      const message = read(text);
      if (message.souk !== 1 || typeof message.n !== 'string' || message.n.length < 16) return;
      if (message.t === 'hello') greet(message);
      if (message.n !== guest) return;
      if (message.t === 'req') void answer(message);
      if (message.t !== 'note') return;
      if (message.m === 'back') depth = Number(message.p?.depth) || 0;
      // Whoever reloads is not given one that is over.
      if (message.m === 'session-lost') state = { ...state, token: null };
    },
    /** Tells what changed. */
    update(changes: SoukState) {
      state = { ...state, ...changes };
      say(guest, { t: 'evt', m: 'state', p: changes });
    },
    /** The back key. False where Souk has nowhere to go back to: then leave. */
    back(): boolean {
      if (depth > 0) say(guest, { t: 'evt', m: 'back', p: {} });
      return depth > 0;
    },
    pause: () => say(guest, { t: 'evt', m: 'pause', p: {} }),
    resume: () => say(guest, { t: 'evt', m: 'resume', p: {} }),
    /** Shows a screen of Souk's, such as `/order?id=…` behind a push notification. */
    navigate: (path: string) => say(guest, { t: 'evt', m: 'navigate', p: { path } }),
  };
}
