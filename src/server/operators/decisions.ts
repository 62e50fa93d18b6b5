import * as v from 'valibot';
import { decimalsOf } from '../../contract/currencies.ts';
import { codes } from '../../contract/errors.ts';
import { isWritable } from '../../contract/money.ts';
import { hashDecision, runIdempotent, storedReply } from '../ledger/idempotency/idempotency.ts';
import { plainSeal, sealedBy } from '../ledger/idempotency/sealed-reply.ts';
import { isSecretName } from '../ledger/idempotency/secret-name.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Decision } from '../platform/decisions/define-decision.ts';
import { amount } from '../platform/decisions/flag-types.ts';
import { refuse } from '../platform/refuse.ts';
import { decisionLog } from '../schema/decisions.ts';
import { adDecisions } from '../services/ads/ads.decisions.ts';
import { appealDecisions } from '../services/appeals/appeals.decisions.ts';
import { commentDecisions } from '../services/comments/comments.decisions.ts';
import { correctionDecisions } from '../services/corrections/corrections.decisions.ts';
import { dueDecisions } from '../services/due.decisions.ts';
import { feedbackDecisions } from '../services/help/feedback.decisions.ts';
import { helpDecisions } from '../services/help/help.decisions.ts';
import { identityDecisions } from '../services/identity/identity.decisions.ts';
import { registrationDecisions } from '../services/invites/registration.decisions.ts';
import { rechargeDecisions } from '../services/recharges/recharges.decisions.ts';
import { signInDecisions } from '../services/sign-in/sign-in.decisions.ts';
import { withdrawalDecisions } from '../services/withdrawals/withdrawals.decisions.ts';
import { goodsDecisions } from '../shops/goods/goods.decisions.ts';
import { loginPasswordDecisions } from '../shops/login-password/login-password.decisions.ts';
import { payPasswordDecisions } from '../shops/pay-password/pay-password.decisions.ts';
import { holdDecisions } from '../shops/restrictions/holds.decisions.ts';
import { restrictionDecisions } from '../shops/restrictions/restrictions.decisions.ts';
import { permissionDecisions } from '../shops/sessions/permissions.decisions.ts';
import { qualificationDecisions } from '../shops/shop/qualifications.decisions.ts';
import { shopDecisions } from '../shops/shop/shop.decisions.ts';
import { showcaseDecisions } from '../shops/showcase/showcase.decisions.ts';
import { caseDecisions } from '../trade/cases/cases.decisions.ts';
import { orderDecisions } from '../trade/orders/orders.decisions.ts';
import { parcelDecisions } from '../trade/orders/parcels.decisions.ts';
import { flagRefused, unknownDecision, unwritableAmount } from './ops-refusals.ts';

interface SentDecision {
  name: string;
  sent: Record<string, unknown>;
}

// Texts are never longer; pictures are, and are stored elsewhere.
const maxLength = 2_000;

// The log keeps a decision as it was sent, except for secrets.
const loggedFlags = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([flag, value]) => [flag, isSecretName(flag) ? '•••' : String(value).slice(0, maxLength)]),
  );

const firstText = (input: Record<string, unknown>, flags: string[]): string | null => {
  const reference = flags.map((flag) => input[flag]).find((value) => typeof value === 'string');
  return typeof reference === 'string' ? reference : null;
};

const actorOf = (by: string) => `operator:${by}`;

/** Adds a decision to the log, as it was sent. */
async function logDecision({ db, clock }: Deps, { name, sent }: SentDecision, by: string): Promise<void> {
  await db.insert(decisionLog).values({
    name,
    actor: actorOf(by),
    input: loggedFlags(sent),
    at: clock.now(),
    reasonCode: firstText(sent, ['code', 'kind', 'fault', 'outcome', 'result']),
    reason: firstText(sent, ['reason', 'facts']),
  });
}

/** Every decision by name. The demo market, HTTP and the command line all use this table. */
export const decisions: Record<string, Decision> = {
  ...orderDecisions,
  ...parcelDecisions,
  ...identityDecisions,
  ...qualificationDecisions,
  ...caseDecisions,
  ...commentDecisions,
  ...correctionDecisions,
  ...holdDecisions,
  ...dueDecisions,
  ...shopDecisions,
  ...goodsDecisions,
  ...showcaseDecisions,
  ...restrictionDecisions,
  ...appealDecisions,
  ...adDecisions,
  ...withdrawalDecisions,
  ...rechargeDecisions,
  ...payPasswordDecisions,
  ...registrationDecisions,
  ...loginPasswordDecisions,
  ...permissionDecisions,
  ...signInDecisions,
  ...feedbackDecisions,
  ...helpDecisions,
};

/** A decision with its validated flags. */
export interface DecisionRequest {
  name: string;
  decision: Decision;
  flags: Record<string, unknown>;
  /** The flags as they were sent, with defaults filled in: amounts stay the text that the operator typed. */
  sent: Record<string, unknown>;
}

/**
 * Reads and validates the flags of a decision.
 * @throws Refusal 404 for an unknown decision, 402 where the input is no object of flags, 405 for an invalid flag
 */
export function readDecision(name: string, input: unknown): DecisionRequest {
  const known = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
  if (!known) throw refuse(codes.recordNotFound, { field: 'decision', message: unknownDecision(name) });
  const parsed = v.safeParse(known.flags, input);
  if (!parsed.success) throw flagRefused(name, known, parsed.issues[0]);
  return { name, decision: known, flags: parsed.output, sent: { ...parsed.output, ...(input as object) } };
}

const isAmount = (flag: v.GenericSchema): boolean =>
  flag === amount || ('wrapped' in flag && flag.wrapped === amount);

/** Runs a decision, once the currency can write each of its amounts; what it does is logged by the caller. */
async function run(deps: Deps, { decision, flags }: DecisionRequest, by: string): Promise<unknown> {
  const { currency } = deps.config;
  for (const [flag, schema] of Object.entries(decision.flags.entries)) {
    const units = isAmount(schema as v.GenericSchema) && flags[flag];
    if (typeof units === 'bigint' && !isWritable(units, currency))
      throw unwritableAmount(flag, { currency, decimals: decimalsOf(currency) });
  }
  return decision.run(deps, flags, actorOf(by));
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

/**
 * Carries out a decision once, however often it is sent with this key, also at the same time; returns the text of the
 * first reply.
 * @throws Refusal 203 `key_reused` for another body under the key, 202 while the same is being carried out
 */
export async function decideOnce(
  deps: Deps,
  request: DecisionRequest,
  { sender, key, by, writeReply }: KeyedSender,
): Promise<string> {
  const { ownTransactions, secretReply } = request.decision;
  const seal = secretReply ? sealedBy(key) : plainSeal;
  const call = {
    shopId: `ops:${sender}`,
    operation: request.name,
    key: seal.name(key),
    bodyHash: await hashDecision(request.sent, { salt: key, cost: deps.config.passwordCost }),
  };
  const stored = await storedReply(deps.db, call);
  if (stored !== null) return seal.open(stored);
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
  return seal.open(reply);
}
