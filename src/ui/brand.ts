import { signal } from '@preact/signals';

/** The product's name and logo: ours, unless a host's appearance names others. */
export const ownBrand: { readonly name: string; readonly logo?: string | undefined } = { name: 'Souk' };
export const brand = signal(ownBrand);
