import { nativeTransport } from './native.ts';

/** What flutter_inappwebview puts into a page. */
export interface FlutterWindow {
  readonly flutter_inappwebview?: { callHandler(name: string, text: string): unknown };
}

/** Returns the channel of Flutter: its handler `souk` answers by a promise, events use `soukBridge.receive`. */
export const flutterTransport = (window: FlutterWindow) => {
  const view = window.flutter_inappwebview;
  return nativeTransport('flutter', window, { postMessage: view?.callHandler?.bind(view, 'souk') });
};
