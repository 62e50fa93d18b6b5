import type { Wallet } from '../../data/wallet.ts';
import { date } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Note } from '../../ui/note.tsx';

type WalletRestriction = NonNullable<Wallet['restrictions']>[number];

const kinds = [
  'wallet_frozen',
  'withdrawal_prohibited',
  'listing',
  'account_disabled',
  'page_closed',
  'sign_in_refused',
] as const;

/** What is restricted, in a merchant's words; a kind that this version does not know has only its facts. */
const kindText = (kind: string) => {
  const known = kinds.find((one) => one === kind);
  return known && t(`wallet.restriction.${known}`);
};

const barredBy = {
  spend: ['wallet_frozen'],
  withdraw: ['wallet_frozen', 'withdrawal_prohibited'],
} as const;

/** Whether a restriction stands in the way of spending the balance, or of withdrawing it. */
export const isBarred = (act: keyof typeof barredBy, list: readonly WalletRestriction[] = []) =>
  list.some(({ kind }) => barredBy[act].some((one) => one === kind));

/**
 * Lists what is not possible at the moment, why, by which rule, until when, and how to object. The texts are an
 * operator's, so the screen shows one ScamWarning beside them.
 */
export const Restrictions = ({ list = [] }: { list?: readonly WalletRestriction[] | undefined }) =>
  list.map((restriction) => <Restriction key={restriction.id} {...restriction} />);

function Restriction({ id, kind, facts, rule, until }: WalletRestriction) {
  return (
    <Note tone="warn">
      <p>
        <strong>{kindText(kind)}</strong>
      </p>
      <p dir="auto">{facts}</p>
      <p>
        <bdi>{rule}</bdi>
        {until && ` · ${t('wallet.until', { at: date(until) })}`}
      </p>
      <a href={paths.appeal.href({ ref: id })}>{t('wallet.appeal')}</a>
    </Note>
  );
}
