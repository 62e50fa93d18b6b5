import { capture, type Native, nativeTransport, type Post } from './native.ts';
import type { Transport } from './transport.ts';

/** What a WKWebView with a script message handler `souk` has. */
export interface IosWindow {
  readonly webkit?: { readonly messageHandlers?: { readonly souk?: Native } };
}

/** The call of the handler, with reply or without: both look the same. */
export const iosPost = (window: IosWindow): Post | undefined => capture(window.webkit?.messageHandlers?.souk);

/** iOS, one way (`WKScriptMessageHandler`): whatever the call brings back is no message. */
export const iosTransport = (window: IosWindow): Transport | undefined => {
  const post = iosPost(window);
  return post && nativeTransport('ios', window, (text) => void post(text));
};
