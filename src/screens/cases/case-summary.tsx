import type { BuyerCase } from '../../data/cases.ts';
import { date, dateTime, gap, labelOf, money, t } from '../../lang/index.ts';
import { Amount, BigAmount, Code } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Stat } from '../../ui/stat.tsx';

/** Returns whether the merchant has accepted the request, so that nothing is left to decide. */
export const isAgreed = ({ history }: BuyerCase) =>
  history.some(({ by, state }) => by === 'merchant' && state === 'approved');

/** The buyer's request and its reason, who acts next and by when, and what waits for the end of the case. */
export function CaseSummary({ buyerCase }: { buyerCase: BuyerCase }) {
  const { state, type, outcome, paused, currency, returnParcel } = buyerCase;
  const isRefunded = state === 'closed' && Number(buyerCase.refunded) > 0;
  const tone = state === 'merchant_due' ? 'warn' : 'calm';
  return (
    <Card
      title={t(`cases.type.${type}`)}
      aside={
        <span className="dot small" data-tone={tone}>
          {t(`orders.case_state.${state}`)}
        </span>
      }
      className="tight"
    >
      <div>
        <Stat
          label={isRefunded ? t('cases.refunded') : t(isAgreed(buyerCase) ? 'cases.agreed' : 'cases.wanted')}
        >
          <BigAmount>{money(isRefunded ? buyerCase.refunded : buyerCase.wanted, currency)}</BigAmount>
        </Stat>
        {buyerCase.paid !== buyerCase.wanted && (
          <p className="small muted">
            {t('orders.buyer_paid')} <Amount>{money(buyerCase.paid, currency)}</Amount>
          </p>
        )}
      </div>
      {state !== 'closed' && <p>{nextStepSentence(buyerCase)}</p>}
      {/* The figure itself says that all was refunded. */}
      {state === 'closed' && outcome !== 'refunded' && <p>{t(`cases.end.${outcome ?? 'withdrawn'}`)}</p>}
      <div className="rule">
        <figure className="quote">
          <figcaption className="small muted">
            {t('cases.by.buyer')} · {t(`cases.why_${buyerCase.reasonCode}`)}
          </figcaption>
          <blockquote dir="auto" lang="">
            {buyerCase.reason}
          </blockquote>
        </figure>
      </div>
      {paused && (
        <p className="small muted">
          {t(paused.what === 'release' ? 'orders.case_open_release' : 'orders.case_open')}
          {gap()}
          {paused.dueAt && t('cases.paused_since', { at: date(paused.dueAt) })}
        </p>
      )}
      {returnParcel && (
        <p className="small">
          {labelOf(t('cases.return_parcel'))}
          {returnParcel.carrier} <Code>{returnParcel.trackingNo}</Code>
        </p>
      )}
    </Card>
  );
}

// Where goods stay with the buyer, the decision waits only for the merchant's appeal.
const nextStepSentence = ({ state, type, actBy }: BuyerCase) =>
  t(`cases.next.${state === 'approved' && type === 'refund' ? 'posting' : state}`, {
    at: dateTime(actBy),
  });
