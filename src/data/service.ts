import { local } from '../storage.ts';
import { config } from './config.ts';
import { openable } from './host.ts';
import { me } from './session.ts';

/**
 * Where customer service is reached, with what it is about, so that nobody has to spell a number out. Undefined where
 * the operator has named no place, or one that cannot be opened.
 */
export function serviceUrl(about?: string): string | undefined {
  const link = openable(me.value.serviceLink || local.get('serviceLink'));
  if (!link || !about || link.startsWith('tel:')) return link;
  const url = new URL(link, location.href);
  url.searchParams.set(url.protocol === 'mailto:' ? 'subject' : 'about', about);
  if (url.protocol !== 'mailto:') url.searchParams.set('lang', config.lang());
  // In a letter's subject a plus would stay a plus.
  return url.href.replace(/\+/g, '%20');
}

/** An operator writes an address, a letter box or a phone number; undefined for what can only be read. */
export const contactUrl = (place: string | null | undefined): string | undefined =>
  openable(place) ?? (place && /^[^\s@]+@[^\s@]+$/.test(place) ? `mailto:${place}` : undefined);
