import { loadTexts } from '../../lang/texts.ts';
import { later } from '../../ui/later.tsx';

/** Paying is a sheet over the list and over the order; its code and its words come on intent. */
export const PaySheet = later(async () => {
  const [sheet] = await Promise.all([import('./pay-sheet.tsx'), loadTexts('pay')]);
  return sheet;
});
