import { BridgeError, createHost, type Host, type HostMethods } from '../../bridge/host.ts';
import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import type { HostState } from '../../bridge/protocol.ts';
import { endOver } from '../bridge/harness/wire.ts';
import type { View } from './engine.ts';
import type { Read } from './messages.ts';

export interface Hosted {
  readonly host: Host;
  /** What crossed, in its order. */
  readonly crossed: readonly Read[];
  /** How often a token was asked for. */
  asked(): number;
}

/** A super-app around a page: it publishes a state and gives a token whenever it is asked for one. */
export const hostOf = (
  view: View,
  { state, newToken }: { state: HostState; newToken?: () => Promise<string> },
): Hosted => {
  const crossed: Read[] = [];
  let asked = 0;
  const methods: HostMethods = {
    token: async () => {
      asked += 1;
      if (!newToken) throw new BridgeError('denied');
      return { token: await newToken() };
    },
  };
  const wire = endOver(view);
  const end: HostEnd = {
    ...wire,
    open: (receive) =>
      wire.open((text) => {
        crossed.push(JSON.parse(text as string));
        receive(text);
      }),
    send: (message) => {
      crossed.push(message as Read);
      wire.send(message);
    },
  };
  const host = createHost(end, { platform: 'test', state, methods });
  return { host, crossed, asked: () => asked };
};

/** The page's last message about how far it can go back; undefined before the first. */
export const depthOf = ({ crossed }: Hosted): number | undefined =>
  crossed.filter(({ t, m }) => t === 'note' && m === 'back').at(-1)?.p?.depth as number | undefined;
