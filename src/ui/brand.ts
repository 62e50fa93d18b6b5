import { signal } from '@preact/signals';

/** The product's name and logo: ours, unless a host's appearance names others. */
export const ownBrand = { name: 'Souk', logo: undefined as string | undefined };
export const brand = signal(ownBrand);
