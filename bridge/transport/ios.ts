import { type Native, nativeTransport } from './native.ts';

/** What a WKWebView with a script message handler `souk` has. */
export interface IosWindow {
  readonly webkit?: { readonly messageHandlers?: { readonly souk?: Native } };
}

/**
 * Returns the channel of iOS. With reply (`WKScriptMessageHandlerWithReply`) the call returns a promise of the host's
 * message, and events use `soukBridge.receive`. A handler without reply looks the same and works as well: its call
 * returns nothing.
 */
export const iosTransport = (window: IosWindow) =>
  nativeTransport('ios', window, window.webkit?.messageHandlers?.souk);
