import { detect } from './detect.ts';
import { greetBy } from './greeting.ts';
import { createGuest } from './guest.ts';
import type { ConnectOptions, Guest } from './guest-api.ts';

/**
 * Connects to whoever shows the app: both halves of a guest at once. Returns at once and never throws; nothing that is
 * drawn has to wait for it.
 * @example
 * const guest = connect({ app: 'souk', build: '1.0.0', origins: ['https://superapp.example'] });
 * guest.on('state', ({ lang }) => lang && setLang(lang));
 * const { token } = await guest.request('token', { force: true });
 */
export const connect = (options: ConnectOptions): Guest => createGuest(greetBy(detect(options), options));
