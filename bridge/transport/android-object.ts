import { capture, type Native, nativeTransport } from './native.ts';
import type { Transport } from './transport.ts';

/** What `WebView.addJavascriptInterface` put into the page. */
export interface AndroidObjectWindow {
  readonly SoukAndroid?: Native;
}

/** Android, by `addJavascriptInterface`: for WebViews too old to listen for messages. */
export const androidObjectTransport = (window: AndroidObjectWindow): Transport | undefined => {
  const post = capture(window.SoukAndroid);
  return post && nativeTransport('android-object', window, (text) => void post(text));
};
