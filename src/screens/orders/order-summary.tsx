import type { Order } from '../../data/orders.ts';
import { isolateText, labelOf, shortNo, t } from '../../lang/index.ts';
import { Code } from '../../ui/amount.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { boughtIn, piecesOf, recipientOf } from '../../ui/order-names.ts';
import { StepsBar } from '../../ui/steps-bar.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { isMerchantsTurn, nextStepText, orderTone } from './next-step.ts';
import { OrderMoney } from './order-money.tsx';
import { stateText, stepsOf } from './order-steps.ts';

/** An open case first; then what was bought, how far the order is, what comes next, and what it brings. */
export function OrderSummary({ order }: { order: Order }) {
  const { afterSale } = order;
  const Title = useHeading(2);
  const bar = stepsOf(order);
  const turn = isMerchantsTurn(order) && !afterSale;
  return (
    <section className="card stack">
      {afterSale && <CaseHead order={order} />}
      <div className={afterSale ? 'rule' : undefined}>
        <Bought order={order} />
      </div>
      <div className="stack">
        {bar && <StepsBar label={t('orders.progress')} {...bar} />}
        <Title className={turn ? 'dot' : undefined} data-tone={turn ? orderTone(order) : undefined}>
          {stateText(order)}
        </Title>
      </div>
      <OrderMoney order={order} />
    </section>
  );
}

/** What was bought, by whom, and the end of the order's number. */
function Bought({ order }: { order: Order }) {
  const { items = [], id, no = id, buyerMasked, remark } = order;
  return (
    <div className="row top">
      <Thumb src={items[0]?.image} />
      <div className="grow">
        <p style={name}>{boughtIn(order)}</p>
        <p className="small muted">
          {items.length > 1 && `${piecesOf(order)} · `}
          <Code>{shortNo(no)}</Code>
          {buyerMasked && ` · ${recipientOf(buyerMasked)}`}
        </p>
        {remark && (
          <p className="small muted">
            {labelOf(t('orders.remark'))}
            <bdi>{remark}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

const name = { fontWeight: 500 };

/** The open case: who has to act and by when, and the buyer's words; the way to it is at the foot. */
function CaseHead({ order }: { order: Order }) {
  const { afterSale } = order;
  const isTurn = isMerchantsTurn(order);
  const Title = useHeading(2);
  if (!afterSale) return null;
  return (
    <div className="stack tight">
      <div className="row between">
        <Title className="dot" data-tone={orderTone(order)}>
          {t('orders.case.title')}
        </Title>
        <span className={isTurn ? 'small' : 'small muted'}>
          {nextStepText(order) ?? t(`orders.case_state.${afterSale.state}`)}
        </span>
      </div>
      {afterSale.reason && <p className="small">{isolateText(afterSale.reason)}</p>}
    </div>
  );
}
