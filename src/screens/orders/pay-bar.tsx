import { useLocation } from 'preact-iso/router';
import { useEffect } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type Order, payableOrdersResource } from '../../data/orders.ts';
import { inline, money, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { useWide } from '../../ui/wide.ts';
import { PayButton } from './pay-button.tsx';
import type { PayLineProps } from './select-orders.tsx';

/** The button that pays, and what begins and ends selecting; `waiting` where the list has loaded all of them. */
export default function PayBar({
  waiting,
  ...props
}: PayLineProps & { waiting: readonly Order[] | undefined }) {
  return waiting ? <Bar {...props} waiting={waiting} /> : <LoadedBar {...props} />;
}

/** Asks for those that the list has not loaded. */
function LoadedBar(props: PayLineProps) {
  const waiting = payableOrdersResource.ask(props.filter).value.data;
  return waiting ? <Bar {...props} waiting={waiting} /> : null;
}

function Bar({ waiting, selection, onPay }: PayLineProps & { waiting: readonly Order[] }) {
  const isWide = useWide();
  const { isOn, ticked, start, end } = selection;
  const { pay } = useLocation().query;
  // Back from setting a payment password.
  useEffect(() => {
    if (pay) onPay(waiting);
  }, [pay]);
  const selected = waiting.filter(({ id }) => ticked.has(id));
  if (waiting.length < 2) return null;
  const orders = selected.length > 0 ? selected : waiting;
  const isSelecting = selected.length > 0 || (isOn && !isWide);
  return (
    <div className="row between" style={isSelecting ? stickyStyle : undefined}>
      <PayButton
        kind="primary"
        label={tn('orders.pay_many', orders.length, { total: inline(sumText(orders)) })}
        aria-keyshortcuts={isWide ? 'p' : undefined}
        onClick={() => onPay(orders)}
      />
      {isSelecting ? (
        <Button kind="plain" onClick={end}>
          {t('orders.select_end')}
        </Button>
      ) : (
        !isWide && (
          <Button kind="plain" onClick={start}>
            {t('orders.select')}
          </Button>
        )
      )}
    </div>
  );
}

const sumText = (orders: readonly Order[]) => {
  const sum = orders.reduce((total, { cost }) => total + parseMoney(cost ?? '0'), 0n);
  return money(formatMoney(sum), orders[0]?.currency);
};

/** Sticks below the head, in reach from the last row. */
const stickyStyle = {
  position: 'sticky',
  insetBlockStart: 'calc(52px + var(--top))',
  zIndex: 3,
  background: 'var(--bg)',
} as const;
