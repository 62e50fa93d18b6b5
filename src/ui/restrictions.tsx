import type { Output } from '../contract/calls.ts';
import { date } from '../lang/format.ts';
import { t } from '../lang/i18n.ts';
import { Note } from './note.tsx';

type WalletRestriction = NonNullable<Output<'POST /v1/user/wallet'>['restrictions']>[number];

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

interface RestrictionsProps {
  list?: readonly WalletRestriction[] | undefined;
  /** Returns the address of the objection to a restriction. */
  appealTo: (id: string) => string;
}

/**
 * Lists what is not possible at the moment, why, by which rule, until when, and how to object. The texts are an
 * operator's, so the screen shows one ScamWarning beside them.
 */
export const Restrictions = ({ list = [], appealTo }: RestrictionsProps) =>
  list.map((restriction) => (
    <Restriction key={restriction.id} {...restriction} appeal={appealTo(restriction.id)} />
  ));

function Restriction({ kind, facts, rule, until, appeal }: WalletRestriction & { appeal: string }) {
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
      <a href={appeal}>{t('wallet.appeal')}</a>
    </Note>
  );
}
