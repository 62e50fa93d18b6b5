import { createHmac } from 'node:crypto';
import type { Deps } from '../../platform/context.ts';
import { secretKeyFor } from '../../platform/secrets/secret.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns a name's first and last initial, "M. L."; of one word, one. */
export const buyerInitials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word) => [...graphemes.segment(word ?? '')][0]?.segment.toLocaleUpperCase('und'))
    .flatMap((initial) => (initial ? [`${initial}.`] : []))
    .join(' ');
};

// Without accents, which are often left out where a name is typed.
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];

/**
 * Returns what is kept of the words of a buyer's name: a keyed hash of each, another one in each shop. A merchant who knows
 * a word of it finds the order, letter by letter nobody finds out the name, and the database does not have it.
 */
export async function buyerWords(
  deps: Pick<Deps, 'db' | 'config' | 'random' | 'clock'>,
  shopId: string,
  text: string,
): Promise<string[]> {
  const words = new Set(wordsOf(text));
  if (words.size === 0) return [];
  const key = await secretKeyFor(deps as Deps, 'buyers');
  return [...words].map((word) =>
    createHmac('sha256', key).update(`${shopId}\n${word}`).digest('base64url').slice(0, 22),
  );
}
