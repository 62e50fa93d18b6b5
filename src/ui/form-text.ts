import { errorText, type TextKey, t } from '../lang/i18n.ts';

/** What is wrong with a field, as form state keeps it: a kind or a code with parameters, never a sentence and never the value. */
export type Wrong =
  | readonly [kind: string, limit?: number | string | null]
  | readonly [kind: 'code', code: number | string, params?: Params, message?: string];
type Params = Readonly<Record<string, string | number>>;

interface Issue {
  type: string;
  received: string;
  requirement?: unknown;
}

/** valibot's own sentences repeat what was typed, which may be a password; the form keeps kind and limit instead. */
export const issueMessage = ({ type, received, requirement }: Issue): string => {
  const missing = received === 'undefined' || received === 'null';
  const limit = typeof requirement === 'number' || typeof requirement === 'string' ? requirement : null;
  return JSON.stringify([missing ? 'required' : type, limit]);
};

const words: Readonly<Record<string, TextKey>> = {
  required: 'form.required',
  non_empty: 'form.required',
  picklist: 'form.required_select',
  email: 'form.email',
  digits: 'form.digits',
  money: 'form.amount',
  six_digits: 'form.pin',
  easy_to_guess: 'form.easy_to_guess',
  inconsistent: 'form.different',
  signature: 'form.signature',
  duplicate: 'form.duplicate',
  phone: 'form.phone',
  iso_date: 'form.date',
  tron_address: 'form.tron_address',
  ether_address: 'form.ether_address',
  address: 'form.address',
  tx_hash: 'form.tx_hash',
  invite_code: 'form.invite_code',
  nothing_changed: 'form.unchanged',
  min_length: 'form.too_short',
  max_length: 'form.too_long',
  min_graphemes: 'form.too_short',
  max_graphemes: 'form.too_long',
  max_bytes: 'form.too_long',
  length: 'form.exact',
  min_value: 'form.too_small',
  max_value: 'form.too_large',
};

/** The sentence beside the field, in the language of now. `value` tells a blank entry from none. */
export function wrongText(message: string, value: unknown): string {
  const [kind, limit, params, sentence] = read(message);
  if (kind === 'code') return codeText(limit as number, params, sentence, value);
  if (kind === 'non_empty' && typeof value === 'string' && value !== '') return t('form.empty');
  return t(words[kind] ?? 'form.invalid', { limit: limit ?? '' });
}

/** The general codes for a field say which rule it broke; the sentence of the rule says more than theirs. */
function codeText(code: number, params: Params | undefined, message: string | undefined, value: unknown) {
  const rule = params?.kind;
  if ((code === 403 || code === 405) && rule && words[rule])
    return wrongText(JSON.stringify([rule, params.limit]), value);
  return errorText({ code, params, message });
}

function read(
  message: string,
): readonly [string, unknown?, Params?, string?] & { 1?: number | string | null } {
  try {
    return JSON.parse(message);
  } catch {
    return ['invalid'];
  }
}
