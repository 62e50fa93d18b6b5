import { errorText, number, type TextKey, t } from '../lang/index.ts';
import { amountExample, decimalsOfShop } from '../lang/typed-amount.ts';

type Params = Readonly<Record<string, string | number>>;

interface Issue {
  type: string;
  received: string;
  requirement?: unknown;
}

/** Returns kind and limit of an issue, as valibot's own sentences repeat what was typed, which may be a password. */
export const issueMessage = ({ type, received, requirement }: Issue): string => {
  const missing = ['undefined', 'null'].includes(received);
  const limit = ['number', 'string'].includes(typeof requirement) ? requirement : null;
  return JSON.stringify([missing ? 'required' : type, limit]);
};

const textKeys: Readonly<Record<string, TextKey>> = {
  required: 'form.required',
  non_empty: 'form.required',
  picklist: 'form.required_select',
  email: 'form.email',
  digits: 'form.digits',
  six_digits: 'form.pin',
  easy_to_guess: 'form.easy_to_guess',
  common_password: 'form.common_password',
  inconsistent: 'form.different',
  signature: 'form.signature',
  duplicate: 'form.duplicate',
  phone: 'form.phone',
  iso_date: 'form.date',
  tron_address: 'form.tron_address',
  ether_address: 'form.ether_address',
  address: 'form.address',
  tx_hash: 'form.tx_hash',
  tx_hash_characters: 'form.tx_hash_characters',
  tx_hash_length: 'form.tx_hash_length',
  invite_code: 'form.invite_code',
  nothing_changed: 'form.unchanged',
  zero_percent: 'form.zero_percent',
  min_length: 'form.too_short',
  max_length: 'form.too_long',
  min_graphemes: 'form.too_short',
  max_graphemes: 'form.too_long',
  max_bytes: 'form.too_long',
  length: 'form.exact',
  min_value: 'form.too_small',
  max_value: 'form.too_large',
};

const isOfAmount = (kind: unknown) => kind === 'money' || kind === 'decimals';

/** Asks for an amount as the shop's currency has it. */
const amountText = () =>
  t(decimalsOfShop() ? 'form.amount' : 'form.whole_amount', { example: amountExample() });

/** Returns the sentence beside the field, in the current language. `value` distinguishes a blank entry from none. */
export function fieldErrorText(message: string, value: unknown): string {
  const [kind, limit, params, sentence] = read(message);
  if (kind === 'code') return codeText(limit as number, params, sentence, value);
  if (kind === 'non_empty' && typeof value === 'string' && value !== '') return t('form.empty');
  if (isOfAmount(kind)) return amountText();
  if (kind === 'percent') return t('form.percent', { example: number(7.5) });
  return t(textKeys[kind] ?? 'form.invalid', { limit: limit ?? '' });
}

/** Returns the sentence of the rule that was broken, as it is more precise than that of the general code. */
function codeText(code: number, params: Params | undefined, message: string | undefined, value: unknown) {
  const rule = params?.kind;
  if ([403, 405].includes(code) && rule && (textKeys[rule] || isOfAmount(rule)))
    return fieldErrorText(JSON.stringify([rule, params.limit]), value);
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
