import { type Native, nativeTransport } from './native.ts';

/** What react-native-webview puts into a page in a view with `onMessage`. */
export interface ReactNativeWindow {
  readonly ReactNativeWebView?: Native;
}

/** Returns the channel of React Native: texts out by `onMessage`, and in by `injectJavaScript`. */
export const reactNativeTransport = (window: ReactNativeWindow) =>
  nativeTransport('react-native', window, window.ReactNativeWebView);
