import { createHmac, timingSafeEqual } from 'node:crypto';
import { foldDigits } from '../../../contract/typed-text.ts';
import type { Deps } from '../../platform/context.ts';
import { masked } from '../../platform/mask.ts';
import { secretKeyFor } from '../../platform/secrets/secret.ts';

// Numbers are typed in groups, and in the digits of a country.
const compact = (typed: string): string =>
  foldDigits(typed)
    .replace(/[\s./-]/g, '')
    .toUpperCase();

/**
 * Returns what is stored of the number of a document: its last characters, for recognition, and a keyed hash. The number
 * itself is not stored, so no answer, log or copy of the database can hold it.
 */
export const storedIdNumber = async (deps: Deps, idNumber: string) => {
  const number = compact(idNumber);
  const hash = createHmac('sha256', await secretKeyFor(deps, 'id_numbers'))
    .update(number)
    .digest('hex');
  return { idNumberMasked: masked(number), idNumberHash: hash };
};

/** Returns whether a number read on a document is the one that was typed. */
export const isSameNumber = async (deps: Deps, idNumber: string, hash: string): Promise<boolean> => {
  const { idNumberHash } = await storedIdNumber(deps, idNumber);
  return timingSafeEqual(Buffer.from(idNumberHash), Buffer.from(hash));
};
