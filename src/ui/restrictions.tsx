import type { Output } from '../contract/calls.ts';
import { date, type TextKey, t } from '../lang/index.ts';
import { Note } from './note.tsx';
import { Explained } from './quotation.tsx';

type WalletRestriction = NonNullable<Output<'POST /v1/user/wallet'>['restrictions']>[number];

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

function Restriction({
  kind,
  facts,
  rule,
  operatorTexts,
  until,
  appeal,
}: WalletRestriction & { appeal: string }) {
  return (
    <Note tone="warn">
      <p>
        {/* A kind that this version does not know has only its facts. */}
        <strong>{t(`wallet.restriction.${kind}` as TextKey)}</strong>
      </p>
      <Explained texts={[facts, rule]} of={{ operatorTexts }} />
      {until && <p>{t('wallet.until', { at: date(until) })}</p>}
      <a href={appeal}>{t('wallet.appeal')}</a>
    </Note>
  );
}
