import { BridgeError, createHost, createHostObject, type HostState } from '../../host.ts';
import { publishSession, type Session, type SuperAppHost, type SuperAppOptions } from './publish-session.ts';

type Insets = NonNullable<HostState['insets']>;
type Change = 'themeChanged' | 'safeAreaChanged' | 'contentSafeAreaChanged' | 'activated' | 'deactivated';

/** What is used of `Telegram.WebApp`, the object of telegram-web-app.js. */
export interface TelegramApp {
  readonly initData: string;
  readonly initDataUnsafe: { readonly user?: { readonly language_code?: string } };
  readonly colorScheme: 'light' | 'dark';
  readonly themeParams: {
    readonly bg_color?: string;
    readonly text_color?: string;
    readonly button_color?: string;
  };
  readonly safeAreaInset: Insets;
  readonly contentSafeAreaInset: Insets;
  readonly BackButton: { show(): unknown; hide(): unknown; onClick(press: () => void): unknown };
  readonly HapticFeedback: {
    impactOccurred(style: 'light'): unknown;
    notificationOccurred(type: 'success' | 'error'): unknown;
  };
  onEvent(name: Change, act: () => void): void;
  ready(): void;
  close(): void;
  openLink(url: string): void;
  openTelegramLink(url: string): void;
  showConfirm(question: string, answered: (yes: boolean) => void): void;
  enableClosingConfirmation(): void;
  disableClosingConfirmation(): void;
}

interface Options extends SuperAppOptions {
  /** Hands `initData` to your server, which checks its signature by the bot's token and opens a session for its user. */
  openSession(initData: string): Promise<Session>;
  /** Asked before Souk closes the Mini App while something typed would be lost. */
  readonly leaveQuestion: string;
}

const lookOf = ({ colorScheme, themeParams }: TelegramApp): HostState => ({
  theme: colorScheme,
  appearance: {
    colorAccent: themeParams.button_color,
    colorBackground: themeParams.bg_color,
    colorText: themeParams.text_color,
  },
});

const insetsOf = ({ safeAreaInset: device, contentSafeAreaInset: bars }: TelegramApp): HostState => {
  const both = (side: keyof Insets) => device[side] + bars[side];
  return { insets: { top: both('top'), right: both('right'), bottom: both('bottom'), left: both('left') } };
};

/** Creates Souk's host in a Telegram Mini App: give `host` to `Souk.mount`, with `location: 'memory'`. */
export const telegramHost = (
  app: TelegramApp,
  { openSession, leaveQuestion, onError = console.warn }: Options,
): SuperAppHost => {
  const { host, end } = createHostObject();
  const lang = app.initDataUnsafe.user?.language_code;
  const bridge = createHost(end, {
    platform: 'telegram',
    state: { token: null, tokenPending: true, ...(lang && { lang }), ...lookOf(app), ...insetsOf(app) },
    methods: {
      token: () => openSession(app.initData),
      openUrl: ({ url }) => {
        // Telegram opens web addresses alone; mail and telephone are the browser's.
        if (/^https:/i.test(url)) app.openLink(url);
        else window.open(url);
        return {};
      },
      share: ({ text = '', url = '' }) => {
        app.openTelegramLink(`https://t.me/share/url?${new URLSearchParams({ url, text })}`);
        return {};
      },
      haptic: ({ kind }) => {
        if (kind === 'tap') app.HapticFeedback.impactOccurred('light');
        else app.HapticFeedback.notificationOccurred(kind);
        return {};
      },
      close: async ({ dirty }) => {
        const ask = () => new Promise((answer) => app.showConfirm(leaveQuestion, answer));
        if (dirty && !(await ask())) throw new BridgeError('denied');
        app.close();
        return {};
      },
    },
    onNote: (name, note) => {
      if (name === 'ready') app.ready();
      if ('depth' in note) app.BackButton[note.depth > 0 ? 'show' : 'hide']();
      if ('value' in note) app[note.value ? 'enableClosingConfirmation' : 'disableClosingConfirmation']();
    },
  });
  app.BackButton.onClick(bridge.back);
  app.onEvent('themeChanged', () => bridge.update(lookOf(app)));
  app.onEvent('safeAreaChanged', () => bridge.update(insetsOf(app)));
  app.onEvent('contentSafeAreaChanged', () => bridge.update(insetsOf(app)));
  app.onEvent('activated', bridge.resume);
  app.onEvent('deactivated', bridge.pause);
  void publishSession(bridge, openSession(app.initData), onError);
  return { host, bridge };
};
