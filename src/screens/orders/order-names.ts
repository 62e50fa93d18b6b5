import type { Order } from '../../data/orders.ts';
import { t, tn } from '../../lang/i18n.ts';

type Items = Order['items'] | undefined;

/** Two names at most; the rest is a number. */
export function namesOf(items: Items = []): string {
  const [first, second, ...rest] = items.map((item) => item.name);
  if (!first || !second) return first ?? '';
  if (rest.length === 0) return t('orders.names_two', { first, second });
  return tn('orders.names_more', rest.length, { first, second });
}

export const piecesOf = (items: Items = []): string =>
  tn(
    'orders.pieces',
    items.reduce((sum, item) => sum + (item.quantity ?? 1), 0),
  );
