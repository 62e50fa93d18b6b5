import { BridgeError, createHost, createHostObject } from '../../host.ts';
import { publishSession, type Session, type SuperAppHost, type SuperAppOptions } from './publish-session.ts';

/** What is used of Capacitor's plugins `@capacitor/app`, `browser`, `share` and `haptics`. */
export interface CapacitorPlugins {
  readonly App: {
    addListener(name: 'backButton' | 'pause' | 'resume', act: () => void): Promise<unknown>;
  };
  readonly Browser: { open(options: { url: string }): Promise<unknown> };
  readonly Share: { share(options: { title?: string; text?: string; url?: string }): Promise<unknown> };
  readonly Haptics: {
    impact(options: object): Promise<unknown>;
    notification(options: object): Promise<unknown>;
  };
}

interface Options extends SuperAppOptions {
  /** BCP 47 tag of the app's language. */
  readonly lang: string;
  /** Opens a session by your own back end; `force` is true when the last token has expired. */
  openSession(force: boolean): Promise<Session>;
  /** Leaves Souk. `dirty`: something typed is not sent yet; ask first, and return false where the person stays. */
  onClose(dirty: boolean): unknown;
}

/** Creates Souk's host in a Capacitor app: give `host` to `Souk.mount`, with `location: 'memory'`. */
export const capacitorHost = (
  { App, Browser, Share, Haptics }: CapacitorPlugins,
  { lang, openSession, onClose, onError = console.warn }: Options,
): SuperAppHost => {
  const { host, end } = createHostObject();
  const bridge = createHost(end, {
    platform: 'capacitor',
    state: { token: null, tokenPending: true, lang, theme: 'auto' },
    methods: {
      token: ({ force }) => openSession(force),
      openUrl: async ({ url }) => {
        // The plugin opens web addresses alone; mail and telephone are the system's.
        if (/^https:/i.test(url)) await Browser.open({ url });
        else window.open(url, '_system');
        return {};
      },
      share: async (what) => {
        await Share.share(what);
        return {};
      },
      haptic: async ({ kind }) => {
        if (kind === 'tap') await Haptics.impact({ style: 'LIGHT' });
        else await Haptics.notification({ type: kind.toUpperCase() });
        return {};
      },
      close: async ({ dirty }) => {
        if ((await onClose(dirty)) === false) throw new BridgeError('denied');
        return {};
      },
    },
  });
  void App.addListener('pause', bridge.pause);
  void App.addListener('resume', bridge.resume);
  void App.addListener('backButton', () => {
    if (!bridge.back()) void onClose(false);
  });
  void publishSession(bridge, openSession(false), onError);
  return { host, bridge };
};
