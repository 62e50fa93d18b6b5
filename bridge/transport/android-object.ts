import { type Native, nativeTransport } from './native.ts';

/** What `WebView.addJavascriptInterface` put into the page. */
export interface AndroidObjectWindow {
  readonly SoukAndroid?: Native;
}

/** Returns the channel of Android by `addJavascriptInterface`: for WebViews too old to listen for messages. */
export const androidObjectTransport = (window: AndroidObjectWindow) =>
  nativeTransport('android-object', window, window.SoukAndroid);
