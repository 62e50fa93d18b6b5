import { frameEnd } from '../../bridge/host-end/frame-end.ts';
import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import type { Receive } from '../../bridge/transport/transport.ts';
import { element } from './element.ts';
import { nativeEnd, type Platform } from './native-end.ts';

export type ChannelName = 'iframe' | Platform;

/** A frame without a past, in the place of the one before. */
const freshFrame = (): HTMLIFrameElement => {
  const before = element<HTMLIFrameElement>('souk');
  const frame = before.cloneNode() as HTMLIFrameElement;
  frame.removeAttribute('src');
  before.replaceWith(frame);
  return frame;
};

/** Where the demo serves the app's page with a call of `enter` before its first script. */
const shownPage = '/host/shown';

/** The host's end of whichever channel is played, for a host that stays the same while they change. */
export const createPlayedEnd = () => {
  let hear: Receive = () => {};
  let current: HostEnd | undefined;

  /** Loads Souk anew in a frame of its own, spoken to by this channel. */
  const play = (channel: ChannelName, url: string): void => {
    current?.close();
    const frame = freshFrame();
    const native = channel === 'iframe' ? undefined : nativeEnd(frame, channel);
    current = native ?? frameEnd(frame, location.origin);
    current.open((data) => hear(data));
    let entered = false;
    Object.assign(window, {
      enter: (page: Window) => {
        page.history.replaceState(null, '', url);
        native?.enter(page);
        entered = true;
      },
    });
    // Loaded again from within, the page has lost what an app would put into it anew.
    frame.addEventListener('load', () => {
      const page = frame.contentWindow;
      if (entered && page?.parent === window) play(channel, page.location.href);
    });
    frame.src = native ? shownPage : url;
  };

  const end: HostEnd = {
    open: (receive) => {
      hear = receive;
    },
    send: (message) => current?.send(message),
    close: () => current?.close(),
  };
  return { end, play };
};
