import { number } from './format-first.ts';

/** One or two digits after a lone comma: cents in every language, for thousands come in threes. */
const commaCents = /^[^.,]*,\p{Nd}{1,2}\s*$/u;

/**
 * Returns the decimal sign of an amount as it was typed: the sign of the language, and in any language the comma of
 * "29,90". A comma that may separate thousands is no decimal sign where the language writes a point.
 */
export const decimalSign = (typed: string): ',' | '.' =>
  number(1.5).includes(',') || commaCents.test(typed) ? ',' : '.';
