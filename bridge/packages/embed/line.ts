import { BridgeError, createHost, createHostObject } from '../../host.ts';
import { publishSession, type Session, type SuperAppHost, type SuperAppOptions } from './publish-session.ts';

/** What is used of `liff`, the object of LINE's SDK, after its `init`. */
export interface Liff {
  getIDToken(): string | null;
  getAppLanguage(): string;
  isLoggedIn(): boolean;
  login(): void;
  isApiAvailable(name: 'shareTargetPicker'): boolean;
  shareTargetPicker(messages: { type: 'text'; text: string }[]): Promise<unknown>;
  openWindow(options: { url: string; external: boolean }): void;
  closeWindow(): void;
}

interface Options extends SuperAppOptions {
  /** Hands the ID token to your server, which has LINE verify it and opens a session for its user. */
  openSession(idToken: string): Promise<Session>;
  /** Asked before Souk closes the LIFF app while something typed would be lost. */
  readonly leaveQuestion: string;
}

/** Creates Souk's host in a LIFF app after `liff.init`: give `host` to `Souk.mount`, with `location: 'memory'`. */
export const lineHost = (
  liff: Liff,
  { openSession, leaveQuestion, onError = console.warn }: Options,
): SuperAppHost => {
  const { host, end } = createHostObject();
  const signIn = async (): Promise<Session> => {
    const idToken = liff.isLoggedIn() ? liff.getIDToken() : null;
    if (idToken) return openSession(idToken);
    liff.login();
    // That leaves the page, and LINE brings it back with a token.
    return new Promise(() => {});
  };
  const share = async ({ text, url }: { text?: string; url?: string }) => {
    const message = { type: 'text', text: [text, url].filter(Boolean).join('\n') } as const;
    // No result means that no recipient was chosen.
    if (!(await liff.shareTargetPicker([message]))) throw new BridgeError('denied');
    return {};
  };
  const bridge = createHost(end, {
    platform: 'line',
    state: { token: null, tokenPending: true, lang: liff.getAppLanguage() },
    methods: {
      token: signIn,
      openUrl: ({ url }) => {
        liff.openWindow({ url, external: true });
        return {};
      },
      close: ({ dirty }) => {
        if (dirty && !window.confirm(leaveQuestion)) throw new BridgeError('denied');
        liff.closeWindow();
        return {};
      },
      ...(liff.isApiAvailable('shareTargetPicker') && { share }),
    },
  });
  void publishSession(bridge, signIn(), onError);
  return { host, bridge };
};
