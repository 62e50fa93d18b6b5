import type { Output } from '../contract/calls.ts';
import { local } from '../storage.ts';
import { call } from './api.ts';
import { config } from './config.ts';
import { openable } from './host.ts';
import { resource } from './resource.ts';
import { me } from './session.ts';

export type Operator = Output<'GET /v1/operator'>;

/** The platform's operator; absent where the server sends none. */
export const operatorResource = resource<void, Operator>(
  (_, signal) => call('GET /v1/operator', {}, { signal, quiet: true }),
  { freshMs: 3_600_000 },
);

/**
 * Returns the link to customer service with the subject filled in, so that no number has to be spelled out. Undefined
 * where the operator has configured none, or one that cannot be opened.
 */
export function serviceUrl(about?: string): string | undefined {
  const link = openable(me.value.serviceLink || local.get('serviceLink'));
  if (!link || !about || link.startsWith('tel:')) return link;
  const url = new URL(link, location.href);
  url.searchParams.set(url.protocol === 'mailto:' ? 'subject' : 'about', about);
  if (url.protocol !== 'mailto:') url.searchParams.set('lang', config.lang());
  // In a mail's subject a plus would stay a plus.
  return url.href.replace(/\+/g, '%20');
}

/** Returns a link for the operator's web address or mail address; undefined for what can only be read. */
export const contactUrl = (place: string | null | undefined): string | undefined =>
  openable(place) ?? (place && /^[^\s@]+@[^\s@]+$/.test(place) ? `mailto:${place}` : undefined);
