import type { Transport } from './transport.ts';

/** The channel where there is no host: a browser tab. */
export const noTransport: Transport = {
  name: 'none',
  open: () => {},
  send: () => {},
  close: () => {},
};
