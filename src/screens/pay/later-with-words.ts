import type { FC } from 'react';
import { loadTexts } from '../../lang/texts.ts';
import { later } from '../../ui/later.tsx';

/**
 * A part of a screen that says what becomes of a sending: those words come with its code, for when an answer is late
 * it may be too late to fetch them.
 */
export const laterWithWords = <P extends object>(load: () => Promise<{ default: FC<P> }>, waiting?: FC) =>
  later(async () => {
    const [part] = await Promise.all([load(), loadTexts('pay')]);
    return part;
  }, waiting);
