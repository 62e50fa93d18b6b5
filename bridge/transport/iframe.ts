import type { Message } from '../protocol.ts';
import type { Receive, Transport } from './transport.ts';

/**
 * Returns which of the configured origins may be the one that frames us: `"null"` and `*` never, of an app's own scheme
 * (`capacitor://localhost`) as of the web's.
 * Engines that expose the parent's origin narrow the list to it, so a page framed by a stranger finds no transport
 * at all, and the console is not filled with refused messages.
 */
export const hostOrigins = (window: Window, origins: readonly string[] = []): readonly string[] => {
  if (window.parent === window) return [];
  const framedBy = window.location.ancestorOrigins?.[0];
  return origins.filter((origin) => /^[^/]+:\/\//.test(origin) && (!framedBy || origin === framedBy));
};

/**
 * Creates the channel to a page that frames us: `hello` by `postMessage` to exact origins, and the `hi` that answers
 * brings a MessagePort. Once it is pinned, messages of the window are ignored.
 */
export const iframeTransport = (window: Window, origins: readonly string[]): Transport => {
  const { parent } = window;
  let receive: Receive;
  let offered: MessagePort | undefined;
  let port: MessagePort | undefined;

  const onMessage = (event: MessageEvent): void => {
    try {
      if (event.source !== parent || !origins.includes(event.origin)) return;
      [offered] = event.ports;
      // Without a port it cannot be the `hi` of a host, so it is not read.
      if (offered) receive(event.data);
    } catch {
      // An event made by a script can throw from its getters; such an event is no message.
    }
  };
  const stopListening = (): void => window.removeEventListener('message', onMessage);

  return {
    name: 'iframe',
    open: (onData) => {
      receive = onData;
      window.addEventListener('message', onMessage);
    },
    send: (message: Message) => {
      if (port) port.postMessage(message);
      else for (const origin of origins) parent.postMessage(message, origin);
    },
    pin: () => {
      stopListening();
      // Set, as `receive` runs only with a port.
      port = offered as MessagePort;
      port.onmessage = ({ data }) => receive(data);
    },
    close: () => {
      stopListening();
      port?.close();
    },
  };
};
