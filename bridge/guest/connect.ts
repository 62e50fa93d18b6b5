import { noTransport } from '../transport/none.ts';
import { findTransport } from './find-transport.ts';
import { greetBy } from './greeting.ts';
import { createGuest } from './guest.ts';
import type { ConnectOptions, Guest } from './guest-api.ts';
import { readState } from './read-state.ts';

/**
 * Connects to the host that shows the app, with both halves of a guest. Returns at once and never throws; drawing does
 * not have to wait for it.
 * @example
 * const guest = connect({ app: 'souk', build: '1.0.0', origins: ['https://superapp.example'] });
 * guest.on('state', ({ lang }) => lang && setLang(lang));
 * const { token } = await guest.request('token', { force: true });
 */
export const connect = (options: ConnectOptions): Guest =>
  createGuest(greetBy(findTransport(options) ?? noTransport, options, readState));
