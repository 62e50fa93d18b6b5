import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { BuyerCase } from '../../data/cases.ts';
import { money, signedMoney, t } from '../../lang/index.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';

type Line = NonNullable<BuyerCase['effect']>[number];

interface Props {
  lines: readonly Line[];
  currency: string;
}

const labels = {
  buyer: 'cases.to_buyer',
  balance: 'flow.account_available',
  shopBalance: 'flow.account_shop',
  depositMargin: 'flow.account_deposit',
  net: 'cases.net',
} as const satisfies Record<Line['key'], string>;

/** The changes account by account, in the server's figures, and their sum for the merchant; a loss is red. */
export function CaseMoney({ lines, currency }: Props) {
  const own = lines.filter(({ key }) => key !== 'buyer');
  const sum = formatMoney(own.reduce((total, { amount }) => total + parseMoney(amount), 0n));
  return (
    <Breakdown
      rows={[
        ...lines.map(({ key, amount }) => ({
          label: t(labels[key]),
          amount: key === 'buyer' ? money(amount, currency) : signedMoney(amount, currency),
        })),
        { label: t('cases.sum'), amount: <SignedProfit amount={sum} currency={currency} />, total: true },
      ]}
    />
  );
}
