import { textOf } from './texts.ts';

/**
 * A stored reason in the reader's language. Codes have a text in `locales`, section `reasons`; what an operator
 * wrote in free words is shown as it was written.
 */
export const reasonText = (lang: string, code: string, params: Record<string, string> = {}): string =>
  textOf('reasons', code, lang, params) ?? code;
