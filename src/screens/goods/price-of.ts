import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Product } from './goods.tsx';
import { splitPrice } from './profit.tsx';

/** Returns the price that an article has or can be listed at, with what the platform takes of it and what is left. */
export function priceOf({ listing, cost, currency, suggestedPrice, fee, expectedProfit }: Product) {
  if (!listing) return { price: suggestedPrice, fee, profit: expectedProfit };
  const { keepMarginPrice, sellingPrice } = listing;
  // What a new cost took off is offered at the price that keeps its margin, and not at the old one.
  if (!keepMarginPrice || !cost)
    return { price: sellingPrice, fee: listing.fee, profit: listing.expectedProfit };
  const split = splitPrice(parseMoney(keepMarginPrice), parseMoney(cost), currency);
  return { price: keepMarginPrice, fee: formatMoney(split.fee), profit: formatMoney(split.profit) };
}
