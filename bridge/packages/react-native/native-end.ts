import type { HostEnd } from '../../host.ts';
import type { Receive } from '../../transport/transport.ts';
import { trimSlashes } from '../../trim-slashes.ts';

interface NativeEnd {
  readonly end: HostEnd;
  /** Takes a text of the page at an address; those of any other origin are ignored. */
  hear(text: string, url: string): void;
}

/** Creates the host's end for a WebView; `deliver` sends a text into its page. */
export const nativeEnd = (address: string, deliver: (text: string) => void): NativeEnd => {
  const origin = trimSlashes(address);
  let receive: Receive = () => {};
  return {
    hear(text, url) {
      if (url === origin || url.startsWith(`${origin}/`)) receive(text);
    },
    end: {
      open: (onText) => {
        receive = onText;
      },
      send: (message) => deliver(JSON.stringify(message)),
      close: () => {
        receive = () => {};
      },
    },
  };
};
