import { readMessage } from '../read-message.ts';
import type { Receive } from '../transport/transport.ts';
import { trimSlashes } from '../trim-slashes.ts';
import type { HostEnd } from './host-end.ts';

/**
 * Creates the host's end for an iframe. A `hello` counts only from that frame's window and from exactly `origin`;
 * each `hi` hands over a fresh MessagePort, and everything else is sent on the port that the guest took.
 */
export const frameEnd = (frame: HTMLIFrameElement, address: string, page: Window = window): HostEnd => {
  const origin = trimSlashes(address);
  if (!/^https?:\/\/[^/?#*\s]+$/.test(origin))
    throw new Error(`"${address}" is no origin: give scheme and host alone, such as "https://souk.example".`);
  let receive: Receive = () => {};
  let nonce = '';
  let ports: MessagePort[] = [];

  const keepOnly = (kept: MessagePort[]): void => {
    for (const port of ports) if (!kept.includes(port)) port.close();
    ports = kept;
  };
  const onMessage = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || readMessage(event.data)?.t !== 'hello') return;
    if (event.origin === origin) receive(event.data);
    else console.warn(`hostFrame was given ${origin}, and does not answer the frame of ${event.origin}.`);
  };

  return {
    open: (onData) => {
      receive = onData;
      page.addEventListener('message', onMessage);
    },
    send: (message) => {
      if (message.t !== 'hi') {
        for (const port of ports) port.postMessage(message);
        return;
      }
      // A guest that greets twice before its `hi` arrived gets two ports and uses one: the one it sends on.
      if (message.n !== nonce) keepOnly([]);
      nonce = message.n;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        keepOnly([port1]);
        receive(data);
      };
      ports.push(port1);
      frame.contentWindow?.postMessage(message, origin, [port2]);
    },
    close: () => {
      page.removeEventListener('message', onMessage);
      keepOnly([]);
    },
  };
};
