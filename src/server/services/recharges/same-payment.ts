import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { transactions } from '../../schema/ledger.ts';
import { plainProof, recharges } from '../../schema/recharges.ts';
import type { RechargeRow } from './recharge-view.ts';

/** The network of money without a report: it may have come over any of them. */
export const anyNetwork = 'booked';

// A recharge that was credited by mistake and reversed, with nothing in its place, did not come.
const isCredited = sql`not exists (select 1 from ${transactions} where ${transactions.ref} = ${recharges.id}
  and ${transactions.kind} = 'reversal' and not exists (select 1 from ${transactions} right_one
    where right_one.ref = ${recharges.id} and right_one.kind = 'correction'))`;

/**
 * The condition for money that came: credited, or set apart, also where it was sent back, as it does not come a second
 * time.
 */
export const arrivedCondition = or(
  and(eq(recharges.status, 'completed'), isCredited),
  isNotNull(recharges.arrived),
);

/** The condition for money that came or is still under review. */
export const countsAsUse = or(eq(recharges.status, 'moderated'), arrivedCondition);

/** Returns another row of the same payment, among `which`: counting both would count one payment twice. */
export async function findSamePayment(
  tx: Database,
  { id, network, proof }: Pick<RechargeRow, 'network' | 'proof'> & { id?: string },
  which: SQL | undefined,
): Promise<RechargeRow | undefined> {
  const sameNetwork = network === anyNetwork ? undefined : inArray(recharges.network, [network, anyNetwork]);
  const another = id === undefined ? undefined : ne(recharges.id, id);
  const [first] = await tx
    .select()
    .from(recharges)
    .where(and(another, which, sameNetwork, eq(plainProof(recharges.proof), plainProof(proof))))
    .orderBy(asc(recharges.createdAt), asc(recharges.id))
    .limit(1);
  return first;
}
