const script = (name: string): string => {
  if (/\p{Script=Latin}/u.test(name)) return 'latin';
  if (/\p{Script=Arabic}/u.test(name)) return 'arabic';
  return /\p{Script=Han}/u.test(name) ? 'han' : 'other';
};

// Banks write names in capitals, without diacritics and in another order.
const partsOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
    .sort()
    .join(' ');

/**
 * Returns whether an account's holder differs from the verified person; undefined where that is unknown: one of the
 * names is missing, or they are written in two scripts.
 */
export const holderDiffers = (holder: string | null, verified: string | null): boolean | undefined => {
  if (!holder || !verified || script(holder) !== script(verified)) return undefined;
  return partsOf(holder) !== partsOf(verified);
};
