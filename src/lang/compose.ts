import { lang, t } from './texts.ts';

/** Returns what stands between two sentences: a full-width full stop brings its own room. */
export const gap = () => (/^(zh|ja)/.test(lang.value) ? '' : ' ');

/** Returns a label as it stands before its value: "Remark: ". */
export const labelOf = (text: string) => t('common.label', { label: text }) + gap();
