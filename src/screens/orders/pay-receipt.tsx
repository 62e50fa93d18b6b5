import { useEffect, useRef } from 'react';
import type { Order, Payment } from '../../data/orders.ts';
import { dateTime, inlineNo, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Note } from '../../ui/note.tsx';
import { statusText } from './status-badge.tsx';

interface ReceiptProps {
  order: Order;
  payment: Payment;
  onClose: () => void;
}

/** What was paid, from which account, and the order's new status, all in the server's figures. */
export function PayReceipt({ order, payment, onClose }: ReceiptProps) {
  const { results, charged, wallet, currency = order.currency } = payment;
  const status = results?.[0]?.status;
  const shown = useRef<HTMLDivElement>(null);
  // The button that paid had the focus, and is gone.
  useEffect(() => shown.current?.focus(), []);
  const rows: (BreakdownRow | false | '' | undefined)[] = [
    { label: t('quote.receipt_cost'), amount: money(order.cost, currency) },
    charged !== undefined && {
      label: t('quote.receipt_charged'),
      amount: money(charged, currency),
      total: true,
    },
    wallet && { label: t('quote.receipt_balance'), amount: money(wallet.balance, currency) },
    status && { label: t('quote.receipt_status'), amount: statusText(status), words: true },
    wallet?.asOf && { label: t('quote.receipt_time'), amount: dateTime(wallet.asOf), words: true },
  ];
  return (
    <div ref={shown} tabIndex={-1} className="stack">
      <Note tone="good" icon={Check} role="status">
        {t('quote.receipt_text', { no: inlineNo(order.no ?? order.id) })}
      </Note>
      <Breakdown rows={rows.filter((row): row is BreakdownRow => Boolean(row))} />
      <div className="cells tight">
        <LinkButton href={paths.order.href({ id: order.id })}>{t('quote.receipt_open')}</LinkButton>
        <Button kind="primary" onClick={onClose}>
          {t('quote.receipt_done')}
        </Button>
      </div>
    </div>
  );
}
