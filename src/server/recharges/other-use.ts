import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';
import { transactions } from '../schema/ledger.ts';
import { plainProof, recharges } from '../schema/recharges.ts';
import type { RechargeRow } from './recharge-view.ts';

/** The network of money that came without a report: it may have come over any of them. */
export const anyNetwork = 'booked';

// One that was credited by mistake and taken back, with nothing in its place, has not come.
const isCredited = sql`not exists (select 1 from ${transactions} where ${transactions.ref} = ${recharges.id}
  and ${transactions.kind} = 'reversal' and not exists (select 1 from ${transactions} right_one
    where right_one.ref = ${recharges.id} and right_one.kind = 'correction'))`;

/** The money came, and was credited or set apart; where that was sent back, too: it does not come a second time. */
export const hasCome = or(and(eq(recharges.status, 'completed'), isCredited), isNotNull(recharges.arrived));

/** The same, or somebody still looks at it. */
export const stands = or(eq(recharges.status, 'moderated'), hasCome);

/** Another row of the same payment, among `which`: whoever counted both would count one payment twice. */
export async function otherUse(
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
