// What a round of payments would charge, in the figures of its quotes, and what of it fits.

import { codes } from '../contract/errors.ts';
import { formatMoney, parseMoney } from '../contract/money.ts';
import { ApiError, asApiError } from './api-error.ts';
import { isStateConflict } from './command.ts';
import { type OrderQuote, payableIds, quoteOrders } from './orders.ts';
import { resource } from './resource.ts';
import { isBarred, walletResource } from './wallet.ts';

/** The orders that one call of the contract takes. */
const ordersPerRun = 20;

/** Returns a list in runs of as many orders as one call takes. */
export const runsOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / ordersPerRun) }, (_, at) =>
    list.slice(at * ordersPerRun, (at + 1) * ordersPerRun),
  );

/** Returns the sum of amounts; an unknown one counts as nothing. */
export const sumOf = (figures: readonly (string | undefined)[]) =>
  formatMoney(figures.reduce((sum, figure) => sum + parseMoney(figure ?? '0'), 0n));

interface PayableQuote {
  /** Absent where none of the orders can be paid any more. */
  quote?: OrderQuote;
  /** The orders that it is for. */
  ids: readonly string[];
}

/** Quotes the orders of a run; where some can no longer be paid, the others alone. */
export async function quotePayable(ids: readonly string[], signal?: AbortSignal): Promise<PayableQuote> {
  try {
    return { quote: await quoteOrders(ids, signal), ids };
  } catch (thrown) {
    if (!isStateConflict(asApiError(thrown))) throw thrown;
    const payable = await payableIds(signal);
    const left = ids.filter((id) => payable.has(id));
    // The server has its reasons where it lists them all.
    if (left.length === ids.length) throw thrown;
    return left.length > 0 ? { quote: await quoteOrders(left, signal), ids: left } : { ids: [] };
  }
}

type Line = OrderQuote['perOrder'][number];

/** What a round would pay, in the figures of its quotes, and what it leaves. */
export interface RoundQuote {
  readonly kind: 'order';
  readonly currency?: string | undefined;
  readonly lines?: { key: string; amount: string }[] | undefined;
  readonly fee?: string | undefined;
  readonly total: string;
  readonly charged?: string | undefined;
  readonly balanceAfter?: string | undefined;
  readonly shortfall?: string | null | undefined;
  readonly funding?: OrderQuote['funding'] | undefined;
  readonly expectedProfit?: string | undefined;
  /** What fits, in the order given. */
  readonly now: readonly { id: string; total?: string; charged?: string }[];
  /** The orders that the balance does not cover, or that a frozen wallet cannot pay. */
  readonly later: readonly { id: string; total: string }[];
  readonly isFrozen: boolean;
}

/**
 * Quotes a round in runs of 20. The held payments of buyers pay whatever the balance is; of the others those that it
 * covers fit, in the order given.
 */
export const roundQuoteResource = resource(
  async (ids: readonly string[], signal): Promise<RoundQuote> => {
    const asked = await Promise.all(runsOf(ids).map((some) => quotePayable(some, signal)));
    const quotes = asked.flatMap(({ quote }) => quote ?? []);
    if (quotes.length === 0) throw new ApiError(codes.invalidOperation, '', { reason: 'status' });
    await walletResource.refetch();
    return planOf(quotes, ids, isBarred('spend', walletResource.peek().data?.restrictions));
  },
  { freshMs: 0 },
);

function planOf(quotes: readonly OrderQuote[], ids: readonly string[], isFrozen: boolean): RoundQuote {
  const [first] = quotes;
  const currency = first?.currency;
  const lines = quotes.flatMap((quote) => quote.perOrder ?? []);
  const wasSplit = lines.length > 0 && quotes.every((quote) => quote.balanceAfter !== undefined);
  // A server of the specification alone says the sum of each run: nothing tells what of it fits.
  if (!wasSplit) {
    const total = sumOf(quotes.map((quote) => quote.total));
    const now = ids.map((id) => ({ id }));
    return { kind: 'order', currency, total, now, later: [], isFrozen };
  }
  const chargeOf = ({ funding, total }: Line) => (funding === 'wallet' ? parseMoney(total) : 0n);
  const balance = first ? parseMoney(first.balanceAfter) + parseMoney(first.charged) : 0n;
  let left = isFrozen ? 0n : balance;
  const fits = (line: Line) => {
    if (chargeOf(line) > left) return false;
    left -= chargeOf(line);
    return true;
  };
  const now: Line[] = [];
  const later: Line[] = [];
  for (const line of lines) (fits(line) ? now : later).push(line);
  const shown = now.length > 0 ? now : later;
  const charged = shown.reduce((sum, line) => sum + chargeOf(line), 0n);
  const total = sumOf(shown.map((line) => line.total));
  const escrow = parseMoney(total) - charged;
  const isMixed = charged > 0n && escrow > 0n;
  const after = balance - charged;
  return {
    kind: 'order',
    currency,
    lines: isMixed
      ? [
          { key: 'escrow', amount: formatMoney(escrow) },
          { key: 'wallet', amount: formatMoney(charged) },
        ]
      : [
          { key: 'goods', amount: sumOf(shown.map((line) => line.cost)) },
          { key: 'shipping', amount: sumOf(shown.map((line) => line.shipping)) },
        ],
    fee: sumOf(quotes.map((quote) => quote.fee)),
    total,
    charged: formatMoney(charged),
    balanceAfter: formatMoney(after),
    shortfall: now.length === 0 && after < 0n ? formatMoney(-after) : null,
    funding: isMixed ? 'mixed' : charged > 0n ? 'wallet' : 'escrow',
    expectedProfit: sumOf(shown.map((line) => line.expectedProfit)),
    now: now.map((line) => ({ id: line.orderId, total: line.total, charged: formatMoney(chargeOf(line)) })),
    later: later.map((line) => ({ id: line.orderId, total: line.total })),
    isFrozen,
  };
}
