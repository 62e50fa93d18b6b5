import { demoTextIn } from './demo-texts.ts';
import { textOf } from './texts.ts';

/**
 * Returns a stored reason in the reader's language. Codes have a text in `locales`, section `reasons`; an operator's
 * free text is returned unchanged.
 */
export const reasonText = (lang: string, code: string, params: Record<string, string> = {}): string =>
  textOf('reasons', code, lang, params) ?? code;

/** Returns why something was refused or changed: the code's text, and what the operator added to it. */
export const displayReason = (
  lang: string,
  { reasonCode, reason }: { reasonCode: string | null; reason: string | null },
): string | null => {
  const parts = [reasonCode && reasonText(lang, reasonCode), reason && demoTextIn(reason, lang)].filter(
    Boolean,
  );
  return parts.length > 0 ? parts.join(' ') : null;
};

/** Returns what a merchant can do now, where the reason has such a text. */
export const nextStepText = (lang: string, code: string | null): string | null =>
  (code && textOf('reasons', `${code}_next`, lang)) ?? null;
