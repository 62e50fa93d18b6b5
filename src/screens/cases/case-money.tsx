import type { BuyerCase } from '../../data/cases.ts';
import { money, signedMoney, t } from '../../lang/index.ts';
import { Breakdown } from '../../ui/breakdown.tsx';

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

/** The changes account by account, in the server's figures; nothing is added up here. */
export function CaseMoney({ lines, currency }: Props) {
  if (lines.length === 0) return <p>{t('cases.no_money')}</p>;
  return (
    <Breakdown
      rows={lines.map(({ key, amount }) => ({
        label: t(labels[key]),
        amount: key === 'buyer' ? money(amount, currency) : signedMoney(amount, currency),
      }))}
    />
  );
}
