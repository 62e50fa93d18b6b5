import { frameEnd } from '../../bridge/host-end/frame-end.ts';
import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import { readMessage } from '../../bridge/read-message.ts';
import type { Receive } from '../../bridge/transport/transport.ts';
import { element } from './element.ts';
import { nativeEnd, type Platform } from './native-end.ts';

export type ChannelName = 'iframe' | Platform;

/** Replaces the frame by a new one without history. */
const freshFrame = (): HTMLIFrameElement => {
  const before = element<HTMLIFrameElement>('souk');
  const frame = before.cloneNode() as HTMLIFrameElement;
  frame.removeAttribute('src');
  before.replaceWith(frame);
  return frame;
};

/** The demo serves the app's page here with a call of `enter` before its first script. */
const shownPage = 'host/shown';

/** Creates a host's end that stays the same while the simulated channel changes; `log` gets each message that crosses it. */
export const createPlayedEnd = (log: (from: 'guest' | 'host', message: object) => void) => {
  let receive: Receive = () => {};
  let current: HostEnd | undefined;

  /** Loads Souk in a new frame with this channel. */
  const play = (channel: ChannelName, url: string): void => {
    current?.close();
    const frame = freshFrame();
    const native = channel === 'iframe' ? undefined : nativeEnd(frame, channel);
    current = native ?? frameEnd(frame, location.origin);
    current.open((data) => {
      const message = readMessage(data);
      if (message) log('guest', message);
      receive(data);
    });
    let entered = false;
    Object.assign(window, {
      enter: (page: Window) => {
        page.history.replaceState(null, '', url);
        native?.enter(page);
        entered = true;
      },
    });
    // A page that reloads itself has lost the objects that an app would put into it again.
    frame.addEventListener('load', () => {
      const page = frame.contentWindow;
      if (entered && page?.parent === window) play(channel, page.location.href);
    });
    frame.src = native ? shownPage : url;
  };

  const end: HostEnd = {
    open: (onData) => {
      receive = onData;
    },
    send: (message) => {
      log('host', message);
      current?.send(message);
    },
    close: () => current?.close(),
  };
  return { end, play };
};
