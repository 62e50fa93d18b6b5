import { reasonText } from '../../platform/texts/reason-text.ts';

/** What a reviewer can find wrong with a paper, or with the data typed from it. */
export const paperCodes = [
  'blurry',
  'cut_off',
  'unreadable',
  'out_of_date',
  'wrong_paper',
  'differs',
  'altered',
] as const;
export type PaperCode = (typeof paperCodes)[number];

/** The text of each code, and of what ends a verification, in section `reasons` of the locales. */
export const paperReasons: Record<PaperCode | 'fraud', string> = {
  blurry: 'paper_blurry',
  cut_off: 'paper_cut_off',
  unreadable: 'paper_unreadable',
  out_of_date: 'paper_out_of_date',
  wrong_paper: 'paper_wrong_paper',
  differs: 'paper_differs',
  altered: 'paper_altered',
  fraud: 'paper_fraud',
};

/** Returns the text of a stored code in the reader's language. */
export const paperText = (lang: string, code: string): string =>
  reasonText(lang, paperReasons[code as PaperCode] ?? code);
