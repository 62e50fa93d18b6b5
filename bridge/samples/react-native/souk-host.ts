/** The requests that Souk may send. Throw `denied` where a person or a rule refuses; any other error answers `failed`. */
export type SoukMethods = Readonly<
  Record<string, (params: Record<string, unknown>) => object | Promise<object>>
>;
/** The state that Souk receives: token, lang, theme, insets and so on, as in bridge/README.md. */
export type SoukState = Readonly<Record<string, unknown>>;
/** Thrown by a method to say no. */
export const denied = { code: 'denied' };

interface Options {
  /** Souk's exact origin: scheme and host, without a slash at the end. */
  readonly origin: string;
  readonly methods: SoukMethods;
  readonly state: SoukState;
  /** Sends a text into the page. */
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
    // A guest that a reload has replaced gets no answer.
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
      // A page that reloads gets the current token.
      if (m === 'token') state = { ...state, expiresAt: null, ...r };
      say(n, { t: 'res', id, r });
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string };
      const known = code === 'denied' || code === 'unsupported';
      say(n, { t: 'res', id, e: { code: known ? code : 'failed' } });
    }
  };

  return {
    /** Handles a text from the page at `url`; texts of any other origin are ignored. */
    hear(text: string, url: string) {
      if (url !== origin && !url.startsWith(`${origin}/`)) return;
      const message = read(text);
      if (message.souk !== 1 || typeof message.n !== 'string' || message.n.length < 16) return;
      if (message.t === 'hello') greet(message);
      if (message.n !== guest) return;
      if (message.t === 'req') void answer(message);
      if (message.t !== 'note') return;
      if (message.m === 'back') depth = Number(message.p?.depth) || 0;
      // A page that reloads must not get a token that has ended.
      if (message.m === 'session-lost') state = { ...state, token: null };
    },
    /** Publishes changes of the state. */
    update(changes: SoukState) {
      state = { ...state, ...changes };
      say(guest, { t: 'evt', m: 'state', p: changes });
    },
    /** Handles the back key. Returns false where Souk has no screen to go back to: then leave. */
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
