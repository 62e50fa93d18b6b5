import type { Wallet } from '../../data/wallet.ts';
import { money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Sum, type SumRow } from '../../ui/sum.tsx';

/** The orders whose nets add up to what is in settlement. */
const inSettlement = 'accepted,pending_settlement';

/** The four amounts that are the merchant's, their sum, and apart from it what is only expected. */
export function MoneyCard({ data }: { data: Wallet }) {
  const show = (amount: string | undefined) => money(amount, data.currency);
  const rows: SumRow[] = [
    { label: <Rows account="available">{t('flow.account_available')}</Rows>, amount: show(data.balance) },
    {
      label: <Rows account="frozen">{t('flow.account_frozen')}</Rows>,
      amount: show(data.frozenAmount),
      note: data.holds?.length === 0 ? t('wallet.frozen_none') : data.holds?.[0]?.text,
    },
    {
      label: <Rows account="shop">{t('flow.account_shop')}</Rows>,
      amount: show(data.shopBalance),
      note: t('wallet.shop_balance_text'),
    },
    {
      label: <Rows account="deposit">{t('flow.account_deposit')}</Rows>,
      amount: show(data.depositMargin),
      note: t('wallet.deposit_text'),
    },
    { label: t('wallet.total'), amount: show(data.total), total: true },
    {
      label: <a href={paths.orderList.href({ statuses: inSettlement })}>{t('wallet.settlement')}</a>,
      amount: show(data.settlementAmount),
      note: t('wallet.settlement_text'),
    },
  ];
  return (
    <Card title={t('wallet.all')}>
      <Sum rows={rows} />
    </Card>
  );
}

/** Each amount leads to the rows that sum up to it. */
function Rows({ account, children }: { account: string; children: string }) {
  return <a href={paths.walletFlow.href({ account })}>{children}</a>;
}
