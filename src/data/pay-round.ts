// Paying more orders than one call takes: run after run, each with its own quote and key, under one payment password.

import { codes } from '../contract/errors.ts';
import { parseMoney } from '../contract/money.ts';
import type { OrderStatus } from '../contract/status.ts';
import { tab } from '../storage.ts';
import { ApiError, asApiError, type FailureCode } from './api-error.ts';
import { type Command, type CommandResult, refused } from './command.ts';
import { hasRound, type OrderQuote, orderPayment, type PaidOrders, roundKey } from './orders.ts';
import { personal, personVersion } from './person.ts';
import { quotePayable, runsOf, sumOf } from './round-quote.ts';

/** An order of a round, with what was shown of it before the password. */
export interface RoundOrder {
  readonly id: string;
  readonly no: string;
  readonly name: string;
  /** As shown before the password; undefined where the server does not say. */
  readonly total?: string | undefined;
  /** What of it leaves the balance. */
  readonly charged?: string | undefined;
  readonly currency?: string | undefined;
}

/**
 * What became of an order. `unsent`: nothing of it was sent, or nothing arrived. `unsure`: sent, and the server can no
 * longer say.
 */
export interface OrderOutcome extends RoundOrder {
  readonly end: 'paid' | 'refused' | 'unsent' | 'unsure';
  readonly code?: FailureCode | undefined;
  readonly status?: OrderStatus | undefined;
}

export interface PaidRound {
  readonly orders: readonly OrderOutcome[];
  /** The sum of what was paid, and the part of it that left the balance. */
  readonly total: string;
  readonly charged: string | undefined;
  readonly wallet?: PaidOrders['wallet'] | undefined;
  readonly currency?: string | undefined;
  /** Why the round ended early. */
  readonly error?: ApiError | undefined;
}

interface RoundInput {
  /** In the order in which they are sent. */
  orders: readonly RoundOrder[];
  payPassword: string;
}

/** A run of a round as the tab keeps it: never with the password. */
interface Run {
  readonly orders: readonly RoundOrder[];
  /** The orders under its key: those that could still be paid when it was sent. */
  readonly sent?: readonly string[];
  /** What was answered; absent while it is not known. */
  readonly outcomes?: readonly OrderOutcome[];
  readonly charged?: string | undefined;
}

/** How many orders of a round under way in several runs have their answer. */
export const roundProgress = personal<{ answered: number; of: number } | undefined>(undefined);

const storedRound = () => tab.parse<Run[]>(roundKey) ?? [];
const storeRound = (runs: readonly Run[]) => tab.set(roundKey, JSON.stringify(runs));

/** Forgets the round once its results are shown. */
export const closeRound = () => tab.remove(roundKey);

const ended = (orders: readonly RoundOrder[], end: OrderOutcome['end'], code?: FailureCode): OrderOutcome[] =>
  orders.map((order) => ({ ...order, end, code }));

/** Returns the outcomes of orders by the server's answer. */
function outcomesOf(orders: readonly RoundOrder[], { results = [] }: PaidOrders): OrderOutcome[] {
  const answered = new Map(results.map((result) => [result.orderId, result]));
  return orders.map((order) => {
    const { code = codes.ok, status } = answered.get(order.id) ?? {};
    return { ...order, end: code === codes.ok ? 'paid' : 'refused', code, status };
  });
}

/** How a run ended, in what the tab keeps of it; `failure` says why no further one is sent. */
interface RunEnd {
  readonly run: Run;
  readonly paid?: PaidOrders;
  readonly failure?: Exclude<CommandResult<never>, { state: 'done' }>;
}

const sentIn = ({ orders, sent }: Run) => orders.filter(({ id }) => sent?.includes(id));
const commandOf = (run: Run) => orderPayment(sentIn(run).map(({ id }) => id));

/** Returns the end of a run by the result of its command; orders that were left out of it cannot be paid any more. */
function endOf(run: Run, result: CommandResult<PaidOrders>): RunEnd {
  if (result.state === 'unknown') return { run, failure: result };
  const sent = sentIn(run);
  const left = run.orders.filter((order) => !sent.includes(order));
  const out = ended(left, 'refused', codes.invalidOperation);
  if (result.state === 'done') {
    const outcomes = [...outcomesOf(sent, result.output), ...out];
    return { run: { ...run, outcomes, charged: result.output.charged }, paid: result.output };
  }
  const end = result.state === 'forgotten' ? 'unsure' : 'unsent';
  const outcomes = [...ended(sent, end, result.error.code), ...out];
  return { run: { ...run, outcomes }, failure: result };
}

/**
 * Quotes a run again and sends it by this quote, where that says what was shown before the password. Orders that can no
 * longer be paid are left out: what is sent is then a part of what was approved.
 */
async function sendRun(
  run: Run,
  payPassword: string,
  keep: (run: Run) => void,
  onChecking: (() => void) | undefined,
): Promise<RunEnd> {
  try {
    const { quote, ids } = await quotePayable(run.orders.map(({ id }) => id));
    const sending: Run = { ...run, sent: ids };
    if (!quote) return { run: { ...run, outcomes: ended(run.orders, 'refused', codes.invalidOperation) } };
    if (!isAsShown(quote, sentIn(sending))) throw quoteChanged();
    // The tab knows what is under the key before it is sent.
    keep(sending);
    const input = { orderIds: [...ids], quoteId: quote.quoteId, payPassword };
    return endOf(sending, await commandOf(sending).send(input, { onChecking }));
  } catch (thrown) {
    const failure = refused(asApiError(thrown));
    return { run: { ...run, outcomes: ended(run.orders, 'unsent', failure.error.code) }, failure };
  }
}

const quoteChanged = () => new ApiError(codes.invalidOperation, '', { reason: 'quote_expired' });

/** Returns whether a quote charges what was shown of these orders, as far as the server says both. */
function isAsShown(quote: OrderQuote, orders: readonly RoundOrder[]): boolean {
  const isSame = (figure: string | undefined, shown: readonly (string | undefined)[]) =>
    figure === undefined || shown.includes(undefined) || parseMoney(figure) === parseMoney(sumOf(shown));
  const totals = orders.map(({ total }) => total);
  return (
    isSame(quote.total, totals) &&
    isSame(
      quote.charged,
      orders.map(({ charged }) => charged),
    )
  );
}

const underWay = personal<Promise<CommandResult<PaidRound>> | undefined>(undefined);

/**
 * Pays orders in runs of 20, one after the other: each is quoted right before it is sent, under a key of its own, and the
 * next is not sent before its result is known. What was not sent when the page is left asks for the password again.
 */
export const roundPayment: Command<RoundInput, PaidRound> = {
  send: (input, { onChecking } = {}) => begin(() => sendRound(input, onChecking)),
  isPending: () => underWay.peek() !== undefined || hasRound(),
  resume: () => begin(resumeRound),
};

/** Runs one round at a time: another one is that which is under way. */
function begin(work: () => Promise<CommandResult<PaidRound>>): Promise<CommandResult<PaidRound>> {
  const before = underWay.peek();
  if (before) return before;
  const running = work().finally(() => {
    if (underWay.peek() !== running) return;
    underWay.value = undefined;
    roundProgress.value = undefined;
  });
  underWay.value = running;
  return running;
}

async function sendRound(
  { orders, payPassword }: RoundInput,
  onChecking: (() => void) | undefined,
): Promise<CommandResult<PaidRound>> {
  const version = personVersion.peek();
  const runs: Run[] = runsOf(orders).map((some) => ({ orders: some }));
  const keepAt = (at: number) => (run: Run) => {
    runs[at] = run;
    storeRound(runs);
  };
  storeRound(runs);
  let last: PaidOrders | undefined;
  let answered = 0;
  for (const [at, run] of runs.entries()) {
    if (runs.length > 1) roundProgress.value = { answered, of: orders.length };
    const end = await sendRun(run, payPassword, keepAt(at), onChecking);
    // The tab is another person's by now.
    if (version !== personVersion.peek()) return refused(new ApiError('cancelled'));
    keepAt(at)(end.run);
    const { failure } = end;
    if (failure?.state === 'unknown') return failure;
    last = end.paid ?? last;
    answered += run.orders.length;
    if (!failure) continue;
    const isNothingSent = at === 0 && end.run.outcomes?.every((one) => one.end !== 'unsure');
    if (!isNothingSent) return { state: 'done', output: resultOfRound(runs, last, failure.error) };
    closeRound();
    return failure;
  }
  return { state: 'done', output: resultOfRound(runs, last) };
}

/** Looks up the run that has no answer yet; those that were never sent stay unsent, as the password is gone. */
async function resumeRound(): Promise<CommandResult<PaidRound>> {
  const runs = storedRound();
  let last: PaidOrders | undefined;
  for (const [at, run] of runs.entries()) {
    if (run.outcomes || !commandOf(run).isPending()) continue;
    const end = endOf(run, await commandOf(run).resume());
    if (end.failure?.state === 'unknown' || end.failure?.error.code === 'cancelled') return end.failure;
    runs[at] = end.run;
    storeRound(runs);
    last = end.paid ?? last;
  }
  return { state: 'done', output: resultOfRound(runs, last) };
}

function resultOfRound(runs: readonly Run[], last: PaidOrders | undefined, error?: ApiError): PaidRound {
  const orders = runs.flatMap((run) => run.outcomes ?? ended(run.orders, 'unsent'));
  const paid = orders.filter(({ end }) => end === 'paid');
  const isStated = runs.every(({ outcomes, charged }) => !outcomes?.some(isPaid) || charged !== undefined);
  return {
    orders,
    total: sumOf(paid.map(({ total }) => total)),
    charged: isStated ? sumOf(runs.map(({ charged }) => charged)) : undefined,
    wallet: last?.wallet,
    // A round that a reload has interrupted may have no answer that says it.
    currency: runs[0]?.orders[0]?.currency,
    error,
  };
}

const isPaid = ({ end }: OrderOutcome) => end === 'paid';
