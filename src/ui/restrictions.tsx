import type { Output } from '../contract/calls.ts';
import type { stillUnder } from '../contract/still-working.ts';
import { date, type TextKey, t } from '../lang/index.ts';
import { appealRef } from './appeal-ref.ts';
import { Note } from './note.tsx';
import type { Children } from './props.ts';
import { Explained } from './quotation.tsx';

type WalletRestriction = NonNullable<Output<'POST /v1/user/wallet'>['restrictions']>[number];

/** What goes on in spite of the restrictions; undefined where that is nothing. */
type Still = { still: ReturnType<typeof stillUnder> };

interface RestrictionsProps extends Still {
  list?: readonly WalletRestriction[] | undefined;
  /** Returns the address of the appeal against the decision of this id. */
  appealTo: (ref: string) => string;
}

/**
 * Lists what is not possible at the moment and until when, once what still works, folded why and by which rule, and how to
 * object. The texts are an operator's, so the screen shows one ScamWarning beside them.
 */
export const Restrictions = ({ list = [], still, appealTo }: RestrictionsProps) =>
  list.map((restriction, index) => (
    <Restriction key={restriction.id} {...restriction} appeal={appealTo(appealRef(restriction))}>
      {index === 0 && <StillWorking still={still} />}
    </Restriction>
  ));

/** Says what goes on in spite of restrictions. */
export const StillWorking = ({ still }: Still) => still && <p>{t(`today.still.${still}`)}</p>;

function Restriction({
  kind,
  facts,
  rule,
  operatorTexts,
  until,
  appeal,
  children,
}: WalletRestriction & { appeal: string; children: Children }) {
  return (
    <Note tone="warn">
      <p>
        {/* A kind that this version does not know has only its facts. */}
        <strong>{t(`wallet.restriction.${kind}` as TextKey)}</strong>
      </p>
      {until && <p>{t('wallet.until', { at: date(until) })}</p>}
      {children}
      <details>
        <summary>{t('wallet.reasons')}</summary>
        <Explained texts={[facts, rule]} of={{ operatorTexts }} />
      </details>
      <a href={appeal}>{t('wallet.appeal')}</a>
    </Note>
  );
}
