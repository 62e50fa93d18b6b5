import type { CSSProperties } from 'react';
import type { FlowAccount } from '../../contract/flow.ts';
import type { Wallet } from '../../data/wallet.ts';
import { inline, inlineNo, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import type { Children } from '../../ui/props.ts';

/** The statuses of orders with the net amounts that add up to what is in settlement. */
const inSettlement = 'accepted,pending_settlement';

/** Returns the merchant's amounts beside the balance. Those that are not zero say why and until when. */
const partsOf = (data: Wallet): { account: FlowAccount; amount: string; note?: Children }[] => [
  {
    account: 'frozen',
    amount: data.frozenAmount,
    note: data.holds?.[0] && (data.holds[0].reason ?? <bdi>{data.holds[0].text}</bdi>),
  },
  { account: 'shop', amount: data.shopBalance, note: t('wallet.shop_balance_text') },
  { account: 'deposit', amount: data.depositMargin, note: t('wallet.deposit_text') },
];

/** The merchant's money as a whole: the balance, which is above in full, beside what is kept; and apart from it what is only expected. */
export function MoneyParts({ data }: { data: Wallet }) {
  const parts = partsOf(data);
  const show = (amount: string) => (
    <Amount className={isNothing(amount) ? 'read muted' : undefined}>{money(amount, data.currency)}</Amount>
  );
  return (
    <>
      <ItemList
        title={t('wallet.total')}
        aside={<strong>{show(data.total)}</strong>}
        lead={
          <Shares
            parts={[
              ['available', Number(data.balance)],
              ...parts.map(({ account, amount }) => [account, Number(amount)] as const),
            ]}
          />
        }
      >
        {parts.map(({ account, amount, note }) => (
          <Item
            key={account}
            media={<span className="swatch" data-part={isNothing(amount) ? undefined : account} />}
            title={t(`flow.account_${account}`)}
            figure={show(amount)}
            note={isNothing(amount) ? undefined : note}
            href={paths.walletFlow.href({ account })}
            next
          >
            {account === 'shop' && <Paused data={data} />}
          </Item>
        ))}
      </ItemList>
      <ItemList>
        <Item
          title={t('wallet.settlement')}
          figure={show(data.settlementAmount)}
          note={isNothing(data.settlementAmount) ? undefined : t('wallet.settlement_text')}
          href={paths.orderList.href({ statuses: inSettlement })}
          next
        />
      </ItemList>
    </>
  );
}

/** Returns whether an amount is zero: its row is quiet. */
const isNothing = (amount: string) => Number(amount) === 0;

/** The amounts as shares of one bar; their rows say the same in words. */
function Shares({ parts }: { parts: readonly (readonly [FlowAccount, number])[] }) {
  const own = parts.filter(([, amount]) => amount > 0);
  if (own.length === 0) return null;
  return (
    <div className="shares" aria-hidden="true">
      {own.map(([account, amount]) => (
        <span key={account} data-part={account} style={{ '--share': amount } as CSSProperties} />
      ))}
    </div>
  );
}

/** What stays in the shop balance beyond its return window, and the case that it waits for. */
function Paused({ data: { pausedReleases = [], currency } }: { data: Wallet }) {
  return pausedReleases.map(({ orderId, no, caseId, amount }) => (
    <a
      key={orderId}
      className="small hit"
      href={caseId ? paths.afterSale.href({ id: caseId }) : paths.order.href({ id: orderId })}
    >
      {t('wallet.paused_order', { amount: inline(money(amount, currency)), no: inlineNo(no) })}
    </a>
  ));
}
