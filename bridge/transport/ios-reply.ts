import { type IosWindow, iosPost } from './ios.ts';
import { nativeTransport } from './native.ts';
import type { Transport } from './transport.ts';

/**
 * iOS with reply (`WKScriptMessageHandlerWithReply`): the call brings back a promise of the host's message, and news
 * come by `soukBridge.receive`. A handler without reply is served as well: its promise brings nothing.
 */
export const iosReplyTransport = (window: IosWindow): Transport | undefined => {
  const post = iosPost(window);
  return post && nativeTransport('ios-reply', window, post);
};
