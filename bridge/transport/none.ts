import type { Transport } from './transport.ts';

/** Nobody is there: a browser tab of its own. */
export const noTransport: Transport = {
  name: 'none',
  open: () => {},
  send: () => {},
  close: () => {},
};
