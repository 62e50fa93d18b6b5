import { formatMoney, isWritable, MONEY, parseMoney } from '../../contract/money.ts';
import { me } from '../../data/session.ts';
import { date, money, percent, t } from '../../lang/index.ts';
import { typedAmount } from '../../lang/typed-amount.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { useFieldValue } from '../../ui/form-field.tsx';
import { SplitBar } from '../../ui/money-bar.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { marginOf, splitPrice } from './profit.tsx';

interface Props {
  cost: string | undefined;
  currency: string | undefined;
}

/** What a price brings while it is typed, when there is no server to ask. Marked as an estimate. */
export function PricePreview({ cost, currency }: Props) {
  const typed = typedAmount(String(useFieldValue('sellingPrice') ?? ''));
  const { limits, nextTerms } = me.value;
  const share = limits?.platformFeePercent;
  const nextShare = nextTerms?.platformFeePercent;
  if (!share || !cost) return null;
  const known = MONEY.test(typed) && isWritable(parseMoney(typed), currency);
  const price = known ? parseMoney(typed) : 0n;
  const { fee, profit } = splitPrice(price, parseMoney(cost), currency);
  const margin = known ? marginOf(formatMoney(profit), formatMoney(price)) : undefined;
  const show = (units: bigint) => (known ? money(formatMoney(units), currency) : '—');
  return (
    <div className="stack tight" aria-live="polite">
      {known && (
        <SplitBar
          isEstimate
          parts={[
            { kind: 'cost', amount: cost },
            { kind: 'fee', amount: formatMoney(fee) },
            { kind: 'yours', amount: formatMoney(profit) },
          ]}
        />
      )}
      <Breakdown
        rows={[
          { label: t('goods.price'), amount: show(price) },
          { label: t('stats.purchase_cost'), amount: show(-parseMoney(cost)) },
          { label: t('goods.platform_fee', { percent: percent(Number(share) / 100) }), amount: show(-fee) },
          {
            label: [t('goods.profit'), margin].filter(Boolean).join(' · '),
            amount: known ? <SignedProfit amount={formatMoney(profit)} currency={currency} /> : '—',
            total: true,
          },
        ]}
      />
      {nextTerms && nextShare && nextShare !== share && (
        <p className="small">
          {t('goods.fee_from', { from: date(nextTerms.from), percent: percent(Number(nextShare) / 100) })}
        </p>
      )}
    </div>
  );
}
