import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'react';
import { codes } from '../../contract/errors.ts';
import type { ApiError } from '../../data/api-error.ts';
import { type Command, refusedForState } from '../../data/command.ts';
import { haptic } from '../../data/host.ts';
import type { Loaded } from '../../data/resource.ts';
import { wallet } from '../../data/wallet.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import type { BreakdownRow } from '../../ui/breakdown.tsx';
import type { Children } from '../../ui/props.ts';
import { isAnsweredBySignIn, isNotArrived, shownByState, useCommand } from './use-command.ts';

/** What every quote says of its payment. A server that knows the specification only says the total alone. */
export interface Quote {
  kind?: string;
  quoteId?: string;
  currency?: string;
  lines?: readonly { key: string; amount: string }[];
  fee?: string;
  total: string;
  balanceAfter?: string;
  /** How much the balance lacks, where the quote says so by itself. */
  shortfall?: string | null;
  funding?: string;
}

/** What a payment is proved and confirmed by. */
export interface PaymentProof {
  quoteId: string | undefined;
  payPassword: string;
}

/** How something is quoted and paid: by its data, without a word of how it looks. */
export interface PaymentSpec<Q extends Quote, I, T> {
  /** The quote as far as it is known; asks for it. Called while drawing. Absent where nothing is paid. */
  ask?(): ReadonlySignal<Loaded<Q>>;
  /** Asks for another quote. */
  requote?(): Promise<void>;
  command: Command<I, T>;
  input(proof: PaymentProof): I;
  /** Whether an answer says that there was nothing to pay any more. */
  isLate?(paid: T): boolean;
  /** Shows a refusal that belongs elsewhere, such as to a field of the form below the sheet. */
  handlesError?(error: ApiError): boolean;
}

/** What is said around the password, where it is not the same for everything that is paid. */
export interface PaymentTexts<Q> {
  title: string;
  done: string;
  /** What did not happen, after an error: "Nothing was paid." unless it is said otherwise. */
  nothing?: string;
  checking: string;
  unknown: string;
  late: string;
  /** The same in place of `late` and `nothing`, where what is paid can say more of itself. */
  obsolete?: Children;
  /** Where one sees how it stands. */
  look: { label: string; href: string };
  /** What /payPassword is told, so that it leads back to this quote. */
  again?: Readonly<Record<string, string>>;
  total?: (quote: Q) => string;
  button: (quote: Q | undefined) => string;
}

export const nothing = (words: Pick<PaymentTexts<never>, 'nothing'>) =>
  words.nothing ?? t('quote.nothing_paid');

/** What is shown of something that is paid. */
export interface PayView<Q, T> {
  words: PaymentTexts<Q>;
  /** What it is, in one line. */
  about: Children;
  /** Rows after the balance, such as when it arrives. */
  rows?: (quote: Q) => readonly BreakdownRow[];
  /** What comes back, when, and by which rule. */
  promise?: (quote: Q | undefined) => Children;
  receipt: (paid: T) => Children;
}

/** What is missing in the balance, said by the quote itself or by its balance below zero. */
export const missingIn = ({ shortfall, balanceAfter }: Quote): string | undefined =>
  shortfall ?? (balanceAfter?.startsWith('-') ? balanceAfter.slice(1) : undefined);

/**
 * Where paying stands. `form`: the password is asked, `error` says why the last try ended and `note` what changed.
 * `checking`: sent, the answer is late. `unknown`: it may be paid. `closed`: it cannot be paid any more.
 */
export type Stage<T> =
  | {
      readonly at: 'form';
      readonly busy?: true;
      readonly error?: ApiError;
      readonly note?: 'expired' | 'lost';
    }
  | { readonly at: 'checking' | 'unknown' | 'unset' | 'closed' }
  | { readonly at: 'paid'; readonly paid: T };

/** Pays once: sent by one key, and asked for by it before anything can be sent again. */
export function usePayment<Q extends Quote, I, T>(spec: PaymentSpec<Q, I, T>) {
  const handlesError = (error: ApiError) => {
    if (spec.handlesError?.(error)) return true;
    const { code } = error;
    if (code === codes.insufficientBalance) void wallet.refetch();
    if (code === codes.insufficientBalance || isExpired(error)) void spec.requote?.();
    return false;
  };
  const { state, output, error, send, resume } = useCommand(spec.command, handlesError);
  const isPaid = state === 'done' && !spec.isLate?.(output as T);
  useEffect(() => {
    if (isPaid) haptic('success');
  }, [isPaid]);

  const pay = (proof: PaymentProof) => void send(spec.input(proof)).catch(shownByState);
  return { stage: stageOf(), pay, resume };

  function stageOf(): Stage<T> {
    if (state === 'done') return isPaid ? { at: 'paid', paid: output as T } : { at: 'closed' };
    if (state === 'sending') return { at: 'form', busy: true };
    if (state !== 'idle') return { at: state };
    return error ? refusedStage(error) : { at: 'form' };
  }
}

const isExpired = ({ code, data }: ApiError) =>
  code === codes.invalidOperation && data.reason === 'quote_expired';

function refusedStage(error: ApiError): Stage<never> {
  if (isNotArrived(error)) return { at: 'form', note: 'lost' };
  if (isAnsweredBySignIn(error)) return { at: 'form' };
  if (error.code === codes.payPasswordNotSet) return { at: 'unset' };
  if (isExpired(error)) return { at: 'form', note: 'expired' };
  return refusedForState(error) ? { at: 'closed' } : { at: 'form', error };
}

type ShopTexts = Pick<PaymentTexts<Quote>, 'title' | 'done' | 'late' | 'look'>;

/** What is said around the password where something of the shop is paid; the button repeats the total. */
export const shopPaymentTexts = (texts: ShopTexts): PaymentTexts<Quote> => ({
  ...texts,
  checking: t('quote.checking'),
  unknown: t('business.unknown'),
  button: (quote) =>
    quote ? t('quote.pay', { total: inline(money(quote.total, quote.currency)) }) : texts.title,
});
