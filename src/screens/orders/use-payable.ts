import { useLocation } from 'preact-iso/router';
import { useEffect } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type Order, type OrderFilter, payableOrdersResource } from '../../data/orders.ts';
import { isBarred, walletResource } from '../../data/wallet.ts';
import { inline, money, t } from '../../lang/index.ts';
import { useFilterHref } from './list-filter.ts';

/** Returns all orders of a list that can be paid, also those that it has not loaded; undefined while they load. */
export function usePayable(
  filter: OrderFilter,
  loaded: readonly Order[] | undefined,
  onPay: (orders: readonly Order[]) => void,
): readonly Order[] | undefined {
  const { query, route } = useLocation();
  const { pay } = query;
  const filterHref = useFilterHref();
  const payable = loaded ?? payableOrdersResource.ask(filter).value.data;
  const isKnown = payable !== undefined;
  // From the first screen, or back from setting a payment password; once, as Back leads here again.
  useEffect(() => {
    if (!pay || !payable) return;
    route(filterHref(filter), true);
    if (payable.length > 0) onPay(payable);
  }, [pay, isKnown]);
  return payable;
}

type Figure = 'cost' | 'expectedProfit';

const sumOf = (orders: readonly Order[], figure: Figure): bigint =>
  orders.reduce((total, order) => total + parseMoney(order[figure] ?? '0'), 0n);

/** Returns the sum of a figure of some orders. */
export const sumText = (orders: readonly Order[], figure: Figure): string =>
  money(formatMoney(sumOf(orders, figure)), orders[0]?.currency);

/** Returns what pays some orders, or what is missing; nothing while it is not known, or where the balance is frozen. */
export function coverText(orders: readonly Order[]): string {
  const need = sumOf(
    orders.filter(({ funding }) => funding !== 'escrow'),
    'cost',
  );
  if (need === 0n) return t('orders.pay_escrow');
  const { data } = walletResource.ask().value;
  if (!data?.balance || isBarred('spend', data.restrictions)) return '';
  const missing = need - parseMoney(data.balance);
  if (missing <= 0n) return t('orders.pay_covered', { balance: inline(money(data.balance, data.currency)) });
  return t('orders.pay_lacking', { missing: inline(money(formatMoney(missing), data.currency)) });
}
