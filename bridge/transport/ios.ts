import { type Native, nativeTransport } from './native.ts';

/** What a WKWebView with a script message handler `souk` has. */
export interface IosWindow {
  readonly webkit?: { readonly messageHandlers?: { readonly souk?: Native } };
}

/** Returns the handler, with reply or without: both look the same. */
export const iosHandler = (window: IosWindow): Native | undefined => window.webkit?.messageHandlers?.souk;

/** Returns the channel of iOS, one way (`WKScriptMessageHandler`): what the call returns is ignored. */
export const iosTransport = (window: IosWindow) => {
  const handler = iosHandler(window);
  const oneWay = handler && { postMessage: (text: string): void => void handler.postMessage?.(text) };
  return nativeTransport('ios', window, oneWay);
};
