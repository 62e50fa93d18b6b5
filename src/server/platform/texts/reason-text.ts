import { demoTextIn } from './demo-texts.ts';
import { joinSentences } from './join-sentences.ts';
import { textOf } from './texts.ts';

/**
 * Returns a stored reason in the reader's language. Codes have a text in `locales`, section `reasons`; an operator's
 * free text is returned unchanged.
 */
export const reasonText = (lang: string, code: string, params: Record<string, string> = {}): string =>
  textOf('reasons', code, lang, params) ?? demoTextIn(code, lang);

/** Returns those of some stored texts that an operator wrote, all that are no code with a text; the longest first. */
export const operatorTextsIn = (lang: string, ...stored: readonly (string | null)[]): string[] =>
  stored
    .filter((text): text is string => text !== null && textOf('reasons', text, 'en') === undefined)
    .map((text) => demoTextIn(text, lang))
    .sort((one, other) => other.length - one.length);

/** Returns why something was refused or changed: the code's text, and after it what the operator added. */
export const displayReason = (
  lang: string,
  { reasonCode, reason }: { reasonCode: string | null; reason: string | null },
) => {
  const parts = [reasonCode && reasonText(lang, reasonCode), reason && demoTextIn(reason, lang)];
  const operatorTexts = operatorTextsIn(lang, reason);
  return { reason: joinSentences(parts) || null, operatorTexts };
};

/** Returns what a merchant can do now, where the reason has such a text. */
export const nextStepText = (lang: string, code: string | null): string | null =>
  (code && textOf('reasons', `${code}_next`, lang)) ?? null;
