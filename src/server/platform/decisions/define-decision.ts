import * as v from 'valibot';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Deps } from '../context.ts';

/** Who a key may be for. The lead may use every row; `partner` is the key that opens sessions, and is never made. */
export const roles = ['shop_front', 'supplier', 'carrier', 'finance', 'support', 'lead', 'partner'] as const;
export type Role = (typeof roles)[number];

/**
 * What a decision does to a merchant: `frees` gives back or grants, `binds` takes or refuses, `pays` moves money or names
 * where it goes, `plain` does none of these.
 */
export const weights = ['frees', 'binds', 'pays', 'plain'] as const;
export type Weight = (typeof weights)[number];

type Input<Entries extends v.ObjectEntries> = v.StrictObjectSchema<Entries, undefined>;
type InputOf<Entries extends v.ObjectEntries> = v.InferOutput<Input<Entries>>;

/** What the registry knows of a decision as of a read. */
interface Row {
  /** A description in a sentence or two. */
  about: string;
  /** The noun that it is about; a group of the OpenAPI document. */
  on: string;
  /** Who may use it beside the lead. */
  roles: readonly Role[];
  input: Input<v.ObjectEntries>;
  output: v.GenericSchema;
  /** The codes that it refuses with beyond those of every row. */
  codes?: readonly ErrorCode[];
}

/** How a decision is sent. */
interface DecisionOptions {
  /**
   * Whether it is refused over HTTP without an Idempotency-Key. Required by default: a decision that moves money or
   * creates something would do so twice where an answer is lost and it is sent again. Optional where a repeat changes
   * nothing.
   */
  key?: 'required' | 'optional';
  /**
   * Marks an answer that holds a credential such as a token: it is stored so that only the sender of its key can read
   * it again.
   */
  secretReply?: true;
  /**
   * Returns the input as the partner's key means it, and refuses what it may not name; the operator's key may name
   * everything.
   */
  inputOfPartner?(deps: Deps, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** It opens its own transactions. */
  ownTransactions?: true;
}

/** A decision that an operator can make. */
export interface Decision extends Row, DecisionOptions {
  weight: Weight;
  key: 'required' | 'optional';
  /** Runs in a transaction, unless it opens its own; `actor` is stored with everything it changes. */
  run(deps: Deps, input: Record<string, unknown>, actor: string): Promise<unknown>;
}

/** A list or an item that an operator reads; it changes nothing. */
export interface Read extends Row {
  run(deps: Deps, input: Record<string, unknown>): Promise<unknown>;
}

interface Typed<Entries extends v.ObjectEntries, Output extends v.GenericSchema>
  extends Omit<Row, 'input' | 'output'> {
  input: Entries;
  output: Output;
}

export const defineDecision = <Entries extends v.ObjectEntries, Output extends v.GenericSchema>({
  input,
  run,
  ...row
}: Typed<Entries, Output> &
  DecisionOptions & {
    weight: Weight;
    run(deps: Deps, input: InputOf<Entries>, actor: string): Promise<v.InferInput<Output>>;
  }): Decision => ({
  key: 'required',
  ...row,
  input: v.strictObject(input),
  run: run as Decision['run'],
});

export const defineRead = <Entries extends v.ObjectEntries, Output extends v.GenericSchema>({
  input,
  run,
  ...row
}: Typed<Entries, Output> & {
  run(deps: Deps, input: InputOf<Entries>): Promise<v.InferInput<Output>>;
}): Read => ({ ...row, input: v.strictObject(input), run: run as Read['run'] });
