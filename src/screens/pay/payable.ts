import type { ReadonlySignal } from '@preact/signals';
import type { Input, Output } from '../../contract/calls.ts';
import type { ApiError } from '../../data/api-error.ts';
import type { Intent, intent } from '../../data/intent.ts';
import type { Outcome } from '../../data/once.ts';
import type { Loaded } from '../../data/resource.ts';
import { t } from '../../lang/i18n.ts';
import type { Children } from '../../ui/props.ts';
import type { SumRow } from '../../ui/sum.tsx';

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

/** How something is quoted and paid: by its data, without a word of how it looks. */
export interface Payable<Q extends Quote, T> {
  /** The quote as far as it is known; asks for it. Called while drawing. Absent where nothing is paid. */
  ask?(): ReadonlySignal<Loaded<Q>>;
  /** Asks for another quote. */
  renew?(): Promise<void>;
  /** Pays once, by one key; refusals are thrown. */
  pay(
    given: { quoteId: string | undefined; payPassword: string },
    onChecking: () => void,
  ): Promise<Outcome<T>>;
  /** Whether it was sent before a reload and nobody knows its end. */
  isOpen(): boolean;
  /** Asks what became of it. */
  resume(): Promise<Outcome<T>>;
  /** Whether an answer says that there was nothing to pay any more. */
  isLate?(paid: T): boolean;
  /** Takes a refusal that belongs elsewhere, such as to a field of the form below the sheet. */
  takes?(error: ApiError): boolean;
  /** What was shown of it is out of date. */
  gone?(): void;
}

/** What is said around the password, where it is not the same for everything that is paid. */
export interface PayWords<Q> {
  title: string;
  done: string;
  /** What did not happen, after an error: "Nothing was paid." unless it is said otherwise. */
  nothing?: string;
  checking: string;
  unknown: string;
  late: string;
  /** Where one sees how it stands. */
  look: { label: string; href: string };
  /** What /payPassword is told, so that it leads back to this quote. */
  again?: Readonly<Record<string, string>>;
  total?: (quote: Q) => string;
  button: (quote: Q | undefined) => string;
}

export const nothing = (words: Pick<PayWords<never>, 'nothing'>) => words.nothing ?? t('quote.nothing_paid');

/** What is shown of something that is paid. */
export interface PayView<Q, T> {
  words: PayWords<Q>;
  /** What it is, in one line. */
  about: Children;
  /** Rows after the balance, such as when it arrives. */
  rows?: (quote: Q) => readonly SumRow[];
  /** What comes back, when, and by which rule. */
  promise?: (quote: Q | undefined) => Children;
  receipt: (paid: T) => Children;
}

/** What is missing in the balance, said by the quote itself or by its balance below zero. */
export const missingIn = ({ shortfall, balanceAfter }: Quote): string | undefined =>
  shortfall ?? (balanceAfter?.startsWith('-') ? balanceAfter.slice(1) : undefined);

/** What is confirmed with the password and has no quote: a keyed call, given the password it goes with. */
export const confirming = <C extends Parameters<typeof intent>[0]>(
  { send, isOpen, resume }: Intent<C>,
  input: (payPassword: string) => Input<C>,
): Payable<Quote, Output<C>> => ({
  isOpen,
  resume,
  pay: ({ payPassword }, onChecking) => send(input(payPassword), { onChecking }),
});
