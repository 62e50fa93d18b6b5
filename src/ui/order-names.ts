import type { Output } from '../contract/calls.ts';
import { isolateText, number, t, tn } from '../lang/index.ts';

/** An order's goods; of a server that knows the specification only, the order's own quantity, if any. */
type Bought = Pick<Output<'POST /v1/order/list'>['list'][number], 'items'> & { quantity?: number };
type Items = Bought['items'] | undefined;

/** Returns two names at most; the rest is a number. */
function namesOf(items: Items = []): string {
  const [first, second, ...rest] = items.map((item) => item.name);
  if (!first || !second) return first ?? '';
  if (rest.length === 0) return t('orders.names_two', { first, second });
  return tn('orders.names_more', rest.length, { first, second });
}

/** Returns the number of pieces, where the server tells it. */
const quantityOf = ({ items, quantity }: Bought): number | undefined =>
  items ? items.reduce((sum, item) => sum + (item.quantity ?? 1), 0) : quantity;

/** Returns what was bought, of one product after how many of it, as a long name is cut at its end. */
export function boughtIn(order: Bought): string {
  const { items = [] } = order;
  const count = items.length > 1 ? 1 : (quantityOf(order) ?? 1);
  const names = namesOf(items);
  return names && count > 1 ? `${number(count)}\u00a0× ${names}` : names;
}

/** Returns the number of pieces; nothing where the server does not tell it. */
export function piecesOf(order: Bought): string {
  const count = quantityOf(order);
  return count === undefined ? '' : tn('orders.pieces', count);
}

/** Returns the buyer's initials and city, with the comma of the language; each keeps its own direction. */
export const recipientOf = (buyerMasked: string) =>
  buyerMasked
    .split(', ')
    .map(isolateText)
    .reduce((first, second) => t('orders.names_two', { first, second }));
