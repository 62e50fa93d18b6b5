import { type IosWindow, iosHandler } from './ios.ts';
import { nativeTransport } from './native.ts';

/**
 * iOS with reply (`WKScriptMessageHandlerWithReply`): the call brings back a promise of the host's message, and news
 * come by `soukBridge.receive`. A handler without reply is served as well: its call brings nothing back.
 */
export const iosReplyTransport = (window: IosWindow) =>
  nativeTransport('ios-reply', window, iosHandler(window));
