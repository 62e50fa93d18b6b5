import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { refuse } from '../refuse.ts';
import { adDecisions } from './ad-decisions.ts';
import { appealDecisions } from './appeal-decisions.ts';
import { brandDecisions } from './brand-decisions.ts';
import { caseDecisions } from './case-decisions.ts';
import { claimDecisions } from './claim-decisions.ts';
import { commentDecisions } from './comment-decisions.ts';
import { correctionDecisions } from './correction-decisions.ts';
import type { Decision } from './decision.ts';
import { logDecision } from './decision-log.ts';
import { entryDecisions } from './entry-decisions.ts';
import { feedbackDecisions } from './feedback-decisions.ts';
import { goodsDecisions } from './goods-decisions.ts';
import { helpDecisions } from './help-decisions.ts';
import { identityDecisions } from './identity-decisions.ts';
import { marketDecisions } from './market-decisions.ts';
import { moneyDecisions } from './money-decisions.ts';
import { orderDecisions } from './order-decisions.ts';
import { parcelDecisions } from './parcel-decisions.ts';
import { passwordDecisions } from './password-decisions.ts';
import { qualificationDecisions } from './qualification-decisions.ts';
import { rechargeDecisions } from './recharge-decisions.ts';
import { restrictionDecisions } from './restriction-decisions.ts';
import { sessionDecisions } from './session-decisions.ts';
import { withdrawalDecisions } from './withdrawal-decisions.ts';

/** Everything an operator can decide. The demo market, HTTP and the command line all take this table. */
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
  ...entryDecisions,
  ...sessionDecisions,
  ...feedbackDecisions,
  ...helpDecisions,
};

/** Carries out a decision and logs it, in one transaction; `by` is stored as `operator:<by>`. */
export async function decide(deps: Deps, name: string, input: unknown, by: string): Promise<unknown> {
  const found = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
  if (!found) throw refuse(codes.recordNotFound, { field: 'decision' });
  const parsed = v.safeParse(found.flags, input);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw refuse(codes.invalidParameter, { field: v.getDotPath(issue) ?? 'flags', reason: issue.type });
  }
  const actor = `operator:${by}`;
  // As it was said, with what was left out: amounts stay the text that the operator typed.
  const said = { ...parsed.output, ...(input as object) };
  const carryOut = async (own: Deps) => {
    const result = await found.run(own, parsed.output, actor);
    await logDecision(own, { name, input: said, actor });
    return result;
  };
  return found.ownTransactions ? carryOut(deps) : inTransaction(deps.db, (db) => carryOut({ ...deps, db }));
}
