import { formatMoney, parseMoney, percentOf, roundUp, UNITS, unitOf } from './money.ts';

/** What a price may end on. */
export const endings = ['0.00', '0.90', '0.99'] as const;

/** By how many percent prices may change. */
export const percentLimits = { min: -90, max: 500 };
/** How many goods a rule may name; without names it changes all. */
export const maxRepriced = 1_000;
/** How many percent of a price its profit may be. */
export const marginLimits = { min: 1, max: 90 };

/** How prices are changed, in percent as decimal text: each by `percent`, or so that its profit is `margin` of it. */
export interface PriceRule {
  percent?: string | undefined;
  margin?: string | undefined;
}

/** What the price of a piece is made of: amounts in ledger units of 10⁻⁶, the platform's fee in percent. */
interface PriceBasis {
  price: bigint;
  cost: bigint;
  feePercent: string;
  currency: string;
}

const whole = 100n * UNITS;

/**
 * Returns the price that a rule makes, in ledger units of 10⁻⁶: by a percentage the nearest one with the ending, by a margin the
 * lowest one that leaves the margin after the rounded fee. Undefined where fee and margin are all of the price, or more.
 *
 * @example priceByRule({ price: 20_000_000n, cost: 12_000_000n, feePercent: '5', currency: 'USD' }, { percent: '10' })
 *   // 22_000_000n
 */
export function priceByRule(
  { price, cost, feePercent, currency }: PriceBasis,
  { percent, margin }: PriceRule,
  ending?: bigint,
): bigint | undefined {
  if (percent !== undefined) {
    const changed = percentOf(price, formatMoney(whole + parseMoney(percent)), currency);
    return ending === undefined ? changed : endNear(changed, ending);
  }
  const share = parseMoney(margin ?? '0');
  const rest = whole - parseMoney(feePercent) - share;
  if (rest <= 0n) return undefined;
  const unit = unitOf(currency);
  // The fee is rounded, by up to half a unit either way: the search begins where that may help the merchant.
  const least = roundUp(((cost - unit / 2n) * whole) / rest, currency);
  const step = ending === undefined ? unit : UNITS;
  let reached = ending === undefined ? least : endAbove(least, ending);
  while ((reached - cost - percentOf(reached, feePercent, currency)) * whole < reached * share)
    reached += step;
  return reached;
}

/** Returns the lowest price that ends so and is not below this one. */
function endAbove(price: bigint, ending: bigint): bigint {
  const sameUnit = price - (price % UNITS) + ending;
  return sameUnit < price ? sameUnit + UNITS : sameUnit;
}

/** Returns the price above zero that ends so and is the nearest to this one, the higher of two that are as near. */
function endNear(price: bigint, ending: bigint): bigint {
  const above = endAbove(price, ending);
  const below = above - UNITS;
  return below > 0n && price - below < above - price ? below : above;
}
