import * as v from 'valibot';
import { decimalsOf } from '../../contract/currencies.ts';
import { codes } from '../../contract/errors.ts';
import { isWritable } from '../../contract/money.ts';
import { hashDecision, runIdempotent, storedReply } from '../ledger/idempotency/idempotency.ts';
import { plainSeal, sealedBy } from '../ledger/idempotency/sealed-reply.ts';
import { isSecretName } from '../ledger/idempotency/secret-name.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Decision, Read } from '../platform/decisions/define-decision.ts';
import { amount, amountOrZero } from '../platform/decisions/flag-types.ts';
import { refuse } from '../platform/refuse.ts';
import { decisionLog } from '../schema/decisions.ts';
import { inputRefused, unknownName, unwritableAmount } from './ops-refusals.ts';
import { decisions, reads } from './registry.ts';

// Texts are never longer; pictures are, and are stored elsewhere.
const maxLength = 2_000;

const logged = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text.length <= maxLength ? value : text.slice(0, maxLength);
};

// The log keeps a decision as it was sent, except for secrets.
const loggedInput = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, isSecretName(field) ? '•••' : logged(value)]),
  );

const firstText = (input: Record<string, unknown>, fields: string[]): string | null => {
  const reference = fields.map((field) => input[field]).find((value) => typeof value === 'string');
  return typeof reference === 'string' ? reference : null;
};

const actorOf = (by: string) => `operator:${by}`;

/** Adds a decision to the log, as it was sent. */
async function logDecision({ db, clock }: Deps, { name, sent }: DecisionRequest, by: string): Promise<void> {
  await db.insert(decisionLog).values({
    name,
    actor: actorOf(by),
    input: loggedInput(sent),
    at: clock.now(),
    reasonCode: firstText(sent, ['code', 'kind', 'fault', 'outcome', 'result']),
    reason: firstText(sent, ['reason', 'facts']),
  });
}

/** A decision with its validated input. */
export interface DecisionRequest {
  name: string;
  decision: Decision;
  input: Record<string, unknown>;
  /** The input as it was sent, with defaults filled in: amounts stay the text that the operator typed. */
  sent: Record<string, unknown>;
}

/** @throws Refusal 405 for an invalid field */
function parsed(name: string, row: Decision | Read, input: unknown): Record<string, unknown> {
  // The first problem is named; of a million the others would only take time.
  const result = v.safeParse(row.input, input, { abortEarly: true });
  if (!result.success) throw inputRefused(name, row, result.issues[0]);
  return result.output;
}

/** @throws Refusal 404 for an unknown decision */
export function requireDecision(name: string): Decision {
  const decision = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
  if (!decision) throw refuse(codes.recordNotFound, { field: 'decision', message: unknownName(name) });
  return decision;
}

/**
 * Reads and validates the input of a decision.
 * @throws Refusal 404 for an unknown decision, 405 for an input that it does not take
 */
export function readDecision(name: string, input: unknown): DecisionRequest {
  const decision = requireDecision(name);
  const output = parsed(name, decision, input);
  return { name, decision, input: output, sent: { ...output, ...(input as object) } };
}

const amountTypes: readonly unknown[] = [amount, amountOrZero];
const isAmount = (field: v.GenericSchema): boolean =>
  amountTypes.includes('wrapped' in field ? field.wrapped : field);

/** Runs a decision, once the currency can write each of its amounts; what it does is logged by the caller. */
async function run(deps: Deps, { decision, input }: DecisionRequest, by: string): Promise<unknown> {
  const { currency } = deps.config;
  for (const [field, schema] of Object.entries(decision.input.entries)) {
    const units = isAmount(schema as v.GenericSchema) && input[field];
    if (typeof units === 'bigint' && !isWritable(units, currency))
      throw unwritableAmount(field, { currency, decimals: decimalsOf(currency) });
  }
  return decision.run(deps, input, actorOf(by));
}

/**
 * Answers a read.
 * @throws Refusal 404 for an unknown one, 405 for an input that it does not take
 */
export async function read(deps: Deps, name: string, input: unknown): Promise<unknown> {
  const row = Object.hasOwn(reads, name) ? reads[name] : undefined;
  if (!row) throw refuse(codes.recordNotFound, { field: 'read', message: unknownName(name) });
  return row.run(deps, parsed(name, row, input));
}

/**
 * Carries out a decision and logs it, in one transaction unless the decision opens its own; `by` is stored as
 * `operator:<by>`.
 */
export async function runDecision(deps: Deps, request: DecisionRequest, by: string): Promise<unknown> {
  const carryOut = async (scoped: Deps) => {
    const result = await run(scoped, request, by);
    await logDecision(scoped, request, by);
    return result;
  };
  if (request.decision.ownTransactions) return carryOut(deps);
  return inTransaction(deps.db, (db) => carryOut({ ...deps, db }));
}

/** Carries out a decision and rolls it back: returns what it would answer, or throws what it would refuse with. */
export async function tryDecision(deps: Deps, request: DecisionRequest, by: string): Promise<unknown> {
  let result: unknown;
  const rollback = new Error('a dry run is rolled back');
  const attempt = inTransaction(deps.db, async (db) => {
    result = await run({ ...deps, db }, request, by);
    throw rollback;
  });
  await attempt.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return result;
}

/** Reads, validates and carries out a decision. */
export const decide = async (deps: Deps, name: string, input: unknown, by: string): Promise<unknown> =>
  runDecision(deps, readDecision(name, input), by);

/** The sender of a decision with an idempotency key, and the person who decides. */
export interface KeyedSender {
  /** The namespace of the keys: two senders may use the same key. */
  sender: string;
  key: string;
  by: string;
  /** Writes a result as the text of a reply, which is stored and sent again byte for byte. */
  writeReply(result: unknown): string;
}

/** The text of a reply, and whether it was stored when the decision was sent before. */
export interface KeyedReply {
  text: string;
  isRepeated: boolean;
}

/**
 * Carries out a decision once, however often it is sent with this key, also at the same time; returns the text of the
 * first reply.
 * @throws Refusal 203 `key_reused` for another body under the key, 202 while the same is being carried out
 */
export async function decideOnce(
  deps: Deps,
  request: DecisionRequest,
  { sender, key, by, writeReply }: KeyedSender,
): Promise<KeyedReply> {
  const { ownTransactions, secretReply } = request.decision;
  const seal = secretReply ? sealedBy(key) : plainSeal;
  const call = {
    shopId: `ops:${sender}`,
    operation: request.name,
    key: seal.name(key),
    bodyHash: await hashDecision(request.sent, { salt: key, cost: deps.config.passwordCost }),
  };
  const stored = await storedReply(deps.db, call);
  if (stored !== null) return { text: seal.open(stored), isRepeated: true };
  // A decision with transactions inside is due work, which is done once for all requests, so the key's lock need not
  // cover it.
  const done = ownTransactions ? await run(deps, request, by) : null;
  const reply = await inTransaction(deps.db, (db) =>
    runIdempotent(db, call, deps.clock.now(), async () => {
      const scoped = { ...deps, db };
      const result = ownTransactions ? done : await run(scoped, request, by);
      await logDecision(scoped, request, by);
      return seal.close(writeReply(result));
    }),
  );
  return { text: seal.open(reply), isRepeated: false };
}
