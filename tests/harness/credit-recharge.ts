import { lastSeq, move, post } from '../../src/server/ledger/ledger.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import { recharges } from '../../src/server/schema.ts';

interface Credit {
  ref: string;
  shopId: string;
  /** In 10^-6 of the shop's currency. */
  amount: bigint;
  at: Date;
}

/** Credits money to a shop as a confirmed recharge leaves it: the posting and its row. */
export async function creditRecharge(tx: Database, { ref, shopId, amount, at }: Credit): Promise<void> {
  await tx.insert(recharges).values({
    id: ref,
    no: ref,
    shopId,
    reportedBy: 'test',
    network: 'any',
    proof: ref,
    amount,
    received: amount,
    status: 'completed',
    step: 'confirmed',
    seq: await lastSeq(tx, shopId),
    expectedBy: at,
    createdAt: at,
    decidedAt: at,
    decidedBy: 'test',
  });
  const entries = move('world:rail', `M.available:${shopId}`, amount);
  await post(tx, { kind: 'recharge', ref, shopId, actor: 'test', at, entries });
}
