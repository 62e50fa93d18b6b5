import { type IosWindow, iosHandler } from './ios.ts';
import { nativeTransport } from './native.ts';

/**
 * Returns the channel of iOS with reply (`WKScriptMessageHandlerWithReply`): the call returns a promise of the host's
 * message, and events use `soukBridge.receive`. A handler without reply works as well: its call returns nothing.
 */
export const iosReplyTransport = (window: IosWindow) =>
  nativeTransport('ios-reply', window, iosHandler(window));
