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
 * Lists what is not possible at the moment and until when, folded why and by which rule, and how to object. The texts are an
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
      {until && <p>{t('wallet.until', { at: date(until) })}</p>}
      <details>
        <summary>{t('wallet.reasons')}</summary>
        <Explained texts={[facts, rule]} of={{ operatorTexts }} />
      </details>
      <a href={appeal}>{t('wallet.appeal')}</a>
    </Note>
  );
}
