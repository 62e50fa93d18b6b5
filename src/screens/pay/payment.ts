import type { ReadonlySignal } from '@preact/signals';
import type { ApiError } from '../../data/api-error.ts';
import type { Command } from '../../data/command.ts';
import type { Loaded } from '../../data/resource.ts';
import type { BreakdownRow } from '../../ui/breakdown.tsx';
import type { Children } from '../../ui/props.ts';

/** What every quote says of its payment. A server that knows the specification only says the total alone. */
export interface Quote {
  kind?: string;
  quoteId?: string;
  currency?: string;
  lines?: readonly { key: string; amount: string }[];
  fee?: string;
  total: string;
  /** What leaves the balance. */
  charged?: string;
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

/** Describes a payment: its quote, the command that sends it, its texts, and what the sheet draws. */
export interface Payment<Q extends Quote, I, T> {
  /** Absent where nothing is paid, and the password alone is asked. */
  quote?: {
    /** Returns the quote as far as it is known; asks for it. Called while drawing. */
    ask(): ReadonlySignal<Loaded<Q>>;
    refetch(): Promise<void>;
  };
  command: Command<I, T>;
  input(proof: PaymentProof): I;
  /** Returns whether an answer says that there was nothing to pay any more. */
  isObsolete?(paid: T): boolean;
  /** Shows a refusal that belongs elsewhere, such as to a field of the form below the sheet. */
  handlesError?(error: ApiError): boolean;
  texts: PaymentTexts<Q>;
  /** What it is, in one line. */
  about: Children;
  /** Rows after the balance, such as when it arrives. */
  rows?(quote: Q): readonly BreakdownRow[];
  /** What comes back, when, and by which rule. */
  terms?(quote: Q | undefined): Children;
  /** How tall the terms are; those of one order by default. */
  termsHeight?: string;
  /** Called once when it is paid, such as to remove the draft of the form below. */
  onPaid?(paid: T): void;
  receipt(paid: T): Children;
  /** The title of the receipt, where not all of it may be paid. */
  receiptTitle?(paid: T): string;
  /** How far a payment in several runs is, while it is sent. */
  progress?(): string | false | undefined;
}

/** The texts around the password that differ by what is paid. */
export interface PaymentTexts<Q> {
  title: string;
  done: string;
  /** The sentence after an error about what did not happen; "Nothing was paid." by default. */
  nothing?: string;
  checking?: string;
  unknown?: string;
  /** Shown where it cannot be paid any more; a text is followed by `nothing`. */
  obsolete: Children;
  /** Leads to its details, which say how it stands. */
  detailsLink: { label: string; href: string };
  /** Parameters of /payPassword, by which it leads back to this quote. */
  returnParams?: Readonly<Record<string, string>>;
  /** The name of the total; else what is paid now. */
  total?(quote: Q): string;
  /** What the payment comes from. */
  source?(quote: Q): string | false | undefined;
  /** Repeats the total by default. */
  button?(quote: Q | undefined): string;
}
