import type { CSSProperties } from 'react';
import type { FlowAccount } from '../../contract/flow.ts';
import { hasFeature } from '../../data/session.ts';
import type { Wallet } from '../../data/wallet.ts';
import { inline, inlineNo, lang, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import type { Children } from '../../ui/props.ts';

/** The statuses of orders with the net amounts that add up to what is in settlement. */
const inSettlement = 'accepted,pending_settlement';

interface Part {
  name: FlowAccount | 'settlement';
  title: string;
  amount: string;
  note?: Children;
  href: string;
}

/** Returns the merchant's amounts beside the balance, each with why and until when, and what is only expected. */
const partsOf = (data: Wallet): Part[] => [
  {
    name: 'frozen',
    title: t('flow.account_frozen'),
    amount: data.frozenAmount,
    note: data.holds?.[0] && (data.holds[0].reason ?? <bdi>{data.holds[0].text}</bdi>),
    href: paths.walletFlow.href({ account: 'frozen' }),
  },
  {
    name: 'shop',
    title: t('wallet.coming'),
    amount: data.shopBalance,
    note: t('wallet.shop_balance_text'),
    // By the dates of their release, under their sum.
    href: paths.orderList.href({
      status: 'waiting_for_withdrawal',
      sort: hasFeature('find') ? 'releaseAt' : undefined,
    }),
  },
  {
    name: 'settlement',
    title: t('wallet.settlement'),
    amount: data.settlementAmount,
    note: t('wallet.settlement_text'),
    href: paths.orderList.href({ statuses: inSettlement }),
  },
  {
    name: 'deposit',
    title: t('flow.account_deposit'),
    amount: data.depositMargin,
    note: t('wallet.deposit_text'),
    href: paths.walletFlow.href({ account: 'deposit' }),
  },
];

/**
 * The merchant's money as a whole: the balance, which is above in full, beside what is kept and what is coming. Amounts
 * of zero are folded under their names.
 */
export function MoneyParts({ data }: { data: Wallet }) {
  const parts = partsOf(data);
  const filled = parts.filter(({ amount }) => !isNothing(amount));
  const empty = parts.filter(({ amount }) => isNothing(amount));
  return (
    <div className="stack near">
      <ItemList
        title={t('wallet.total')}
        aside={
          <strong>
            <Amount>{money(data.total, data.currency)}</Amount>
          </strong>
        }
        lead={<Shares parts={[['available', Number(data.balance)], ...sharesOf(parts)]} />}
      >
        {filled.map((part) => (
          <PartRow key={part.name} part={part} data={data} />
        ))}
      </ItemList>
      {empty.length > 0 && (
        <details>
          <summary className="small muted">
            {t('wallet.none_now', {
              names: new Intl.ListFormat(lang.value, { type: 'unit' }).format(
                empty.map(({ title }) => title),
              ),
            })}
          </summary>
          <ItemList>
            {empty.map((part) => (
              <PartRow key={part.name} part={part} data={data} />
            ))}
          </ItemList>
        </details>
      )}
    </div>
  );
}

const sharesOf = (parts: readonly Part[]) => parts.map(({ name, amount }) => [name, Number(amount)] as const);

function PartRow({ part: { name, title, amount, note, href }, data }: { part: Part; data: Wallet }) {
  const isZero = isNothing(amount);
  return (
    <Item
      media={<span className="swatch" data-part={isZero ? undefined : name} />}
      title={title}
      figure={<Amount className={isZero ? 'read muted' : undefined}>{money(amount, data.currency)}</Amount>}
      note={isZero ? undefined : note}
      href={href}
      next
    >
      {name === 'shop' && <Paused data={data} />}
    </Item>
  );
}

/** Returns whether an amount is zero: its row is quiet. */
const isNothing = (amount: string) => Number(amount) === 0;

/** The amounts as shares of one bar; their rows say the same in words. */
function Shares({ parts }: { parts: readonly (readonly [Part['name'], number])[] }) {
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
