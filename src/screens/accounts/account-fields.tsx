import { compactNumber } from '../../contract/account.ts';
import type { Account } from '../../data/accounts.ts';
import { t } from '../../lang/index.ts';
import { FormField } from '../../ui/form-field.tsx';

/** The fields of each type of account, in the order in which they are asked for. */
export const fieldsOf = {
  bank_card: ['bankName', 'cardNo', 'accountName', 'branchNo'],
  etc_usdt: ['address', 'note'],
  trx_usdt: ['address', 'note'],
} as const;

export type AccountType = keyof typeof fieldsOf;
export type FieldName = (typeof fieldsOf)[AccountType][number];
export type Typed = Partial<Record<FieldName, string>>;

/** Returns the ends of the typed number, to compare it once more. */
export function endsOf({ cardNo, address }: Typed): string {
  if (cardNo) return `•••• ${compactNumber(cardNo).slice(-4)}`;
  return address ? `${address.trim().slice(0, 4)}…${address.trim().slice(-4)}` : '';
}

const autocomplete: Partial<Record<FieldName, string>> = { accountName: 'name' };

/** The fields of a type. A known number is not shown again: an empty field leaves it unchanged. */
export function AccountFields({ type, known }: { type: AccountType; known?: Account }) {
  const hints: Partial<Record<FieldName, string>> = {
    accountName: t('accounts.bank.name_hint'),
    address: type === 'trx_usdt' ? t('accounts.bank.trx_hint') : t('accounts.bank.etc_hint'),
  };
  return fieldsOf[type].map((name) => {
    const isNumber = name === 'cardNo' || name === 'address';
    return (
      <FormField
        key={name}
        name={name}
        label={t(`accounts.field.${name}`)}
        hint={isNumber && known ? t('accounts.bank.keep', { last4: known.last4 }) : hints[name]}
        autocomplete={autocomplete[name] ?? 'off'}
        autocapitalize={isNumber ? 'none' : undefined}
        spellcheck={false}
        dir={isNumber ? 'ltr' : undefined}
      />
    );
  });
}
