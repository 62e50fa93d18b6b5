import type { Wallet } from '../../data/wallet.ts';
import { inline, inlineNo, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Card } from '../../ui/card.tsx';

/** The statuses of orders whose net amounts add up to what is in settlement. */
const inSettlement = 'accepted,pending_settlement';

/** The merchant's four amounts, their sum, and apart from it what is only expected. */
export function MoneyCard({ data }: { data: Wallet }) {
  const show = (amount: string | undefined) => money(amount, data.currency);
  const rows: BreakdownRow[] = [
    { label: <Rows account="available">{t('flow.account_available')}</Rows>, amount: show(data.balance) },
    {
      label: <Rows account="frozen">{t('flow.account_frozen')}</Rows>,
      amount: show(data.frozenAmount),
      note: data.holds?.[0] ? <bdi>{data.holds[0].text}</bdi> : data.holds && t('wallet.frozen_none'),
    },
    {
      label: <Rows account="shop">{t('flow.account_shop')}</Rows>,
      amount: show(data.shopBalance),
      note: (
        <>
          {t('wallet.shop_balance_text')}
          <Paused data={data} />
        </>
      ),
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
      <Breakdown rows={rows} />
    </Card>
  );
}

/** What stays in the shop balance beyond its return window, and the case that it waits for. */
function Paused({ data: { pausedReleases = [], currency } }: { data: Wallet }) {
  return pausedReleases.map(({ orderId, no, caseId, amount }) => (
    <a
      key={orderId}
      className="hit"
      style={{ display: 'block' }}
      href={caseId ? paths.afterSale.href({ id: caseId }) : paths.order.href({ id: orderId })}
    >
      {t('wallet.paused_order', { amount: inline(money(amount, currency)), no: inlineNo(no) })}
    </a>
  ));
}

/** Links an amount to the rows that sum up to it. */
function Rows({ account, children }: { account: string; children: string }) {
  return <a href={paths.walletFlow.href({ account })}>{children}</a>;
}
