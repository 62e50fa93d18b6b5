/** What can be wrong with a paper or with what was typed from it; each has a text in every language, as `paper_<code>`. */
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
