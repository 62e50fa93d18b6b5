import { stringify } from '../natives.ts';
import type { Message } from '../protocol.ts';
import { capture, type Native } from './native.ts';
import type { Transport } from './transport.ts';

/** What `WebViewCompat.addWebMessageListener` put into the page, at exactly the origins the host listed. */
export interface AndroidWindow {
  readonly soukHost?: Native & { onmessage: ((event: { readonly data: unknown }) => void) | null };
}

/** Android, by `addWebMessageListener`: both ways over one object. */
export const androidTransport = ({ soukHost }: AndroidWindow): Transport | undefined => {
  const post = capture(soukHost);
  if (!soukHost || !post) return;
  const say = (message: Message): void => void post(stringify(message));
  return {
    name: 'android',
    open: (receive) => {
      soukHost.onmessage = ({ data }) => receive(data);
    },
    greet: say,
    pin: () => {},
    send: say,
    close: () => {
      soukHost.onmessage = null;
    },
  };
};
