import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { hashDecision, runIdempotent, storedReply } from '../ledger/idempotency/idempotency.ts';
import { plain, sealedBy } from '../ledger/idempotency/sealed-reply.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { refuse } from '../platform/refuse.ts';
import { adDecisions } from './ad-decisions.ts';
import { appealDecisions } from './appeal-decisions.ts';
import { brandDecisions } from './brand-decisions.ts';
import { caseDecisions } from './case-decisions.ts';
import { claimDecisions } from './claim-decisions.ts';
import { commentDecisions } from './comment-decisions.ts';
import { correctionDecisions } from './correction-decisions.ts';
import type { Decision } from './decision.ts';
import { logDecision } from './decision-log.ts';
import { feedbackDecisions } from './feedback-decisions.ts';
import { goodsDecisions } from './goods-decisions.ts';
import { helpDecisions } from './help-decisions.ts';
import { identityDecisions } from './identity-decisions.ts';
import { marketDecisions } from './market-decisions.ts';
import { moneyDecisions } from './money-decisions.ts';
import { flagRefused, unknownDecision } from './ops-refusals.ts';
import { orderDecisions } from './order-decisions.ts';
import { parcelDecisions } from './parcel-decisions.ts';
import { passwordDecisions } from './password-decisions.ts';
import { qualificationDecisions } from './qualification-decisions.ts';
import { rechargeDecisions } from './recharge-decisions.ts';
import { registrationDecisions } from './registration-decisions.ts';
import { restrictionDecisions } from './restriction-decisions.ts';
import { sessionDecisions } from './session-decisions.ts';
import { withdrawalDecisions } from './withdrawal-decisions.ts';

/** Every decision by name. The demo market, HTTP and the command line all use this table. */
export const decisions: Record<string, Decision> = {
  ...orderDecisions,
  ...parcelDecisions,
  ...identityDecisions,
  ...qualificationDecisions,
  ...caseDecisions,
  ...claimDecisions,
  ...commentDecisions,
  ...correctionDecisions,
  ...moneyDecisions,
  ...marketDecisions,
  ...goodsDecisions,
  ...restrictionDecisions,
  ...appealDecisions,
  ...adDecisions,
  ...brandDecisions,
  ...withdrawalDecisions,
  ...rechargeDecisions,
  ...passwordDecisions,
  ...registrationDecisions,
  ...sessionDecisions,
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

/** Logs a decision, in the transaction that carries it out. */
const log = (deps: Deps, { name, sent }: DecisionRequest, actor: string) =>
  logDecision(deps, { name, input: sent, actor });

const actorOf = (by: string) => `operator:${by}`;

/** Carries out a decision and logs it, in one transaction; `by` is stored as `operator:<by>`. */
export async function decide(deps: Deps, name: string, input: unknown, by: string): Promise<unknown> {
  const asked = readDecision(name, input);
  const carryOut = async (scoped: Deps) => {
    const result = await asked.decision.run(scoped, asked.flags, actorOf(by));
    await log(scoped, asked, actorOf(by));
    return result;
  };
  if (asked.decision.ownTransactions) return carryOut(deps);
  return inTransaction(deps.db, (db) => carryOut({ ...deps, db }));
}

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
  asked: DecisionRequest,
  { sender, key, by, writeReply }: KeyedSender,
): Promise<string> {
  const { decision, flags } = asked;
  const { ownTransactions, secretReply } = decision;
  const seal = secretReply ? sealedBy(key) : plain;
  const call = {
    shopId: `ops:${sender}`,
    operation: asked.name,
    key: seal.name(key),
    bodyHash: await hashDecision(asked.sent, { salt: key, cost: deps.config.passwordCost }),
  };
  const stored = await storedReply(deps.db, call);
  if (stored !== null) return seal.open(stored);
  // A decision with transactions inside is due work, which is done once for all requests, so the key's lock need not
  // cover it.
  const done = ownTransactions ? await decision.run(deps, flags, actorOf(by)) : null;
  const reply = await inTransaction(deps.db, (db) =>
    runIdempotent(db, call, deps.clock.now(), async () => {
      const scoped = { ...deps, db };
      const result = ownTransactions ? done : await decision.run(scoped, flags, actorOf(by));
      await log(scoped, asked, actorOf(by));
      return seal.close(writeReply(result));
    }),
  );
  return seal.open(reply);
}
