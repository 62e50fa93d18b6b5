// Bundled into a page that is a host itself: of an iframe, or of a guest that it mounts. What the guest says goes on to
// the native app around the page, and the app speaks by this page's end of the channel.
import { frameEnd } from '../../bridge/host-end/frame-end.ts';
import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';

interface App {
  soukHost?: { postMessage(text: string): void };
  webkit?: { messageHandlers: { souk: { postMessage(text: string): void } } };
}

const { soukHost, webkit } = globalThis as App;
const app = webkit?.messageHandlers.souk ?? soukHost;

let end: HostEnd | undefined;
const open = (next: HostEnd): void => {
  end?.close();
  end = next;
  end.open((data) => app?.postMessage(JSON.stringify(data)));
};

Object.assign(globalThis, {
  soukRelay: {
    say: (text: string) => end?.send(JSON.parse(text)),
    /** Opens an end to the first frame. */
    frame: () => open(frameEnd(document.querySelector('iframe') as HTMLIFrameElement, location.origin)),
    /** Opens an end within the page, and answers the object that is given to the guest. */
    mount: () => {
      const { host, end: next } = createHostObject();
      open(next);
      return host;
    },
  },
});
