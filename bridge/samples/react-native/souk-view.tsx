import { useEffect, useMemo, useRef } from 'react';
import { AppState, BackHandler, Linking, Share } from 'react-native';
import { WebView } from 'react-native-webview';
import { createSoukHost, denied, type SoukMethods } from './souk-host';

interface SoukProps {
  /** Souk's exact origin, such as `https://souk.example.com`. */
  origin: string;
  /** The merchant's token, `null` before a sign-in; `undefined` while it is on its way. */
  token: string | null | undefined;
  lang: string;
  theme: 'light' | 'dark' | 'auto';
  /** The variables of docs/theming.md. */
  appearance?: object;
  /** Returns a token of your back end; `force` is true when the last one has expired. */
  renew(force: boolean): Promise<string>;
  /** Closes Souk. `dirty`: typed text would be lost; ask first, and return false where the person stays. */
  onClose(dirty: boolean): boolean | Promise<boolean>;
}

const ownLook = {};

/** Souk in a WebView, with its host's end of the bridge. */
export function SoukView({ origin, token, lang, theme, appearance = ownLook, renew, onClose }: SoukProps) {
  const view = useRef<WebView>(null);
  const latest = useRef({ renew, onClose });
  latest.current = { renew, onClose };

  // Souk draws no sign-in while a token is on its way, for ten seconds at most.
  const session = { token: token ?? null, tokenPending: token === undefined };

  const host = useMemo(() => {
    const methods: SoukMethods = {
      token: async ({ force }) => ({ token: await latest.current.renew(force === true) }),
      openUrl: async ({ url }) => {
        await Linking.openURL(String(url));
        return {};
      },
      share: async ({ title, text, url }) => {
        await Share.share({ title: String(title ?? ''), message: [text, url].filter(Boolean).join(' ') });
        return {};
      },
      close: async ({ dirty }) => {
        if (!(await latest.current.onClose(dirty === true))) throw denied;
        return {};
      },
    };
    // Written as a literal of JavaScript, so that nothing in a message can become code.
    const deliver = (text: string) =>
      view.current?.injectJavaScript(`soukBridge.receive(${JSON.stringify(text)});true;`);
    return createSoukHost({ origin, methods, state: { ...session, lang, theme, appearance }, deliver });
  }, [origin]);

  useEffect(() => host.update(session), [host, token]);
  useEffect(() => host.update({ lang, theme, appearance }), [host, lang, theme, appearance]);
  useEffect(() => {
    const leave = () => host.back();
    const app = AppState.addEventListener('change', (now) =>
      now === 'active' ? host.resume() : host.pause(),
    );
    const key = BackHandler.addEventListener('hardwareBackPress', leave);
    return () => {
      app.remove();
      key.remove();
    };
  }, [host]);

  return (
    <WebView
      ref={view}
      source={{ uri: `${origin}/shopCenter#lang=${encodeURIComponent(lang)}` }}
      originWhitelist={[origin]}
      onShouldStartLoadWithRequest={({ url }) => url.startsWith(`${origin}/`)}
      onMessage={({ nativeEvent }) => host.hear(nativeEvent.data, nativeEvent.url)}
      setSupportMultipleWindows={false}
    />
  );
}
