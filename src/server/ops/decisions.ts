import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import type { Decision } from './decision.ts';
import { marketDecisions } from './market-decisions.ts';
import { moneyDecisions } from './money-decisions.ts';
import { orderDecisions } from './order-decisions.ts';

/** Everything an operator can decide. The demo market, HTTP and the command line all take this table. */
export const decisions: Record<string, Decision> = {
  ...orderDecisions,
  ...moneyDecisions,
  ...marketDecisions,
};

/** Carries out a decision, in one transaction; `by` is stored as `operator:<by>`. */
export async function decide(deps: Deps, name: string, input: unknown, by: string): Promise<unknown> {
  const found = Object.hasOwn(decisions, name) ? decisions[name] : undefined;
  if (!found) throw refuse(codes.recordNotFound, { field: 'decision' });
  const parsed = v.safeParse(found.flags, input);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw refuse(codes.invalidParameter, { field: v.getDotPath(issue) ?? 'flags', reason: issue.type });
  }
  const actor = `operator:${by}`;
  if (found.ownTransactions) return found.run(deps, parsed.output, actor);
  return inTransaction(deps.db, (tx) => found.run({ ...deps, db: tx }, parsed.output, actor));
}
