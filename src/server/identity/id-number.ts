import { createHmac, timingSafeEqual } from 'node:crypto';
import { foldDigits } from '../../contract/money.ts';
import type { Basics } from '../context.ts';
import { masked } from '../mask.ts';
import { keyFor } from '../secrets/secret.ts';

// Papers are read out and typed in groups, and in digits of their country.
const compact = (typed: string): string =>
  foldDigits(typed)
    .replace(/[\s./-]/g, '')
    .toUpperCase();

/**
 * What is kept of the number of a paper: its end, to be recognised by, and a keyed hash. The number itself is stored
 * nowhere, so no answer, log or copy of the database can hold it.
 */
export const keptOf = async (deps: Basics, idNumber: string) => {
  const number = compact(idNumber);
  const hash = createHmac('sha256', await keyFor(deps, 'id_numbers'))
    .update(number)
    .digest('hex');
  return { idNumberMasked: masked(number), idNumberHash: hash };
};

/** Whether a number read on a paper is the one that was typed. */
export const isSameNumber = async (deps: Basics, idNumber: string, hash: string): Promise<boolean> => {
  const { idNumberHash } = await keptOf(deps, idNumber);
  return timingSafeEqual(Buffer.from(idNumberHash), Buffer.from(hash));
};
