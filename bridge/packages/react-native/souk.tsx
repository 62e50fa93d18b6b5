import { type ReactElement, useEffect, useRef, useState } from 'react';
import { AppState, BackHandler, Linking, Share } from 'react-native';
import { WebView } from 'react-native-webview';
import type { Notes } from '../../protocol.ts';
import { trimSlashes } from '../../trim-slashes.ts';
import { SoukError } from '../embed/souk-error.ts';
import { createSoukHost, type ShownSouk, type ShowOptions } from '../embed/souk-host.ts';
import { nativeEnd } from './native-end.ts';

/** Shows Souk in a WebView, which fills the view that it is in. The back key goes back in Souk first. */
export function Souk(props: ShowOptions): ReactElement {
  // Another origin begins again, as a function in place of a token does.
  const key = `${typeof props.token === 'function'} ${props.origin}`;
  return <View key={key} {...props} />;
}

function View(props: ShowOptions): ReactElement {
  const first = useRef(props);
  const { lang, path = '/shopCenter' } = first.current;
  const origin = trimSlashes(first.current.origin);
  const view = useRef<WebView>(null);
  const shown = useRef<ShownSouk>(null);
  // Written as a literal of JavaScript, so that nothing in a message can become code.
  const deliver = (text: string) =>
    view.current?.injectJavaScript(`soukBridge.receive(${JSON.stringify(text)});true;`);
  const [{ end, hear }] = useState(() => nativeEnd(origin, deliver));

  useEffect(() => {
    const souk = createSoukHost(end, first.current, {
      platform: 'react-native',
      methods: {
        openUrl: ({ url }) => Linking.openURL(url).then(() => ({})),
        share: ({ title = '', text, url }) =>
          Share.share({ title, message: [text, url].filter(Boolean).join(' ') }).then(() => ({})),
      },
      onNote(name, note) {
        if (name !== 'failed' && name !== 'log') return;
        const { code, text } = note as Partial<Notes['log']>;
        if (code)
          souk.fail(new SoukError(code, text ?? 'A part of Souk did not load; it offers to try again.'));
      },
      stop() {
        app.remove();
        key.remove();
      },
    });
    const app = AppState.addEventListener('change', (now) =>
      now === 'active' ? souk.resume() : souk.pause(),
    );
    const key = BackHandler.addEventListener('hardwareBackPress', souk.back);
    shown.current = souk;
    return souk.leave;
  }, [end]);
  useEffect(() => shown.current?.update(props));

  return (
    <WebView
      ref={view}
      source={{ uri: `${origin}${path}${lang ? `#lang=${encodeURIComponent(lang)}` : ''}` }}
      originWhitelist={[origin]}
      onShouldStartLoadWithRequest={({ url }) => url.startsWith(`${origin}/`)}
      onMessage={({ nativeEvent }) => hear(nativeEvent.data, nativeEvent.url)}
      setSupportMultipleWindows={false}
    />
  );
}
