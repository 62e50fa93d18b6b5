const script = (name: string): string => {
  if (/\p{Script=Latin}/u.test(name)) return 'latin';
  if (/\p{Script=Arabic}/u.test(name)) return 'arabic';
  return /\p{Script=Han}/u.test(name) ? 'han' : 'other';
};

// Banks write names in capitals, without marks and in another order.
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
 * Whether an account's holder is somebody else than the person who was verified; undefined where that cannot be said:
 * one of them is not known, or they are written in two scripts.
 */
export const holderDiffers = (holder: string | null, verified: string | null): boolean | undefined => {
  if (!holder || !verified || script(holder) !== script(verified)) return undefined;
  return partsOf(holder) !== partsOf(verified);
};
