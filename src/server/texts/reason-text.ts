import { textOf } from './texts.ts';

/**
 * A stored reason in the reader's language. Codes have a text in `locales`, section `reasons`; what an operator
 * wrote in free words is shown as it was written.
 */
export const reasonText = (lang: string, code: string, params: Record<string, string> = {}): string =>
  textOf('reasons', code, lang, params) ?? code;

/** Why something was refused or came out differently: the code's text, and what the operator added to it. */
export const saidReason = (
  lang: string,
  { reasonCode, reason }: { reasonCode: string | null; reason: string | null },
): string | null => {
  const said = [reasonCode && reasonText(lang, reasonCode), reason].filter(Boolean);
  return said.length > 0 ? said.join(' ') : null;
};

/** What a merchant can do now, where a reason has something to say on that. */
export const nextStepText = (lang: string, code: string | null): string | null =>
  (code && textOf('reasons', `${code}_next`, lang)) ?? null;
