import { reasonText } from '../../platform/texts/reason-text.ts';

/** What a reviewer can find wrong with a document, or with the data typed from it. */
export const documentCodes = [
  'blurry',
  'cut_off',
  'unreadable',
  'out_of_date',
  'wrong_paper',
  'differs',
  'altered',
] as const;
export type DocumentCode = (typeof documentCodes)[number];

/** The text of each code, and of what ends a verification, in section `reasons` of the locales. */
export const documentReasons: Record<DocumentCode | 'fraud', string> = {
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
export const documentText = (lang: string, code: string): string =>
  reasonText(lang, documentReasons[code as DocumentCode] ?? code);
