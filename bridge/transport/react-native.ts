import { capture, type Native, nativeTransport } from './native.ts';
import type { Transport } from './transport.ts';

/** What react-native-webview puts into a page whose view has `onMessage`. */
export interface ReactNativeWindow {
  readonly ReactNativeWebView?: Native;
}

/** React Native: texts out by `onMessage`, and in by `injectJavaScript`. */
export const reactNativeTransport = (window: ReactNativeWindow): Transport | undefined => {
  const post = capture(window.ReactNativeWebView);
  return post && nativeTransport('react-native', window, (text) => void post(text));
};
