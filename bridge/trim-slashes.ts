/** Returns an address without slashes at its end, so that a path can be added. */
export const trimSlashes = (address: string): string => address.replace(/\/+$/, '');
