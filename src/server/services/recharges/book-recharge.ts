import { codes } from '../../../contract/errors.ts';
import { lastSeq } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { creditRecharge } from './decide-recharge.ts';
import { notifyRecharge } from './recharge-notices.ts';
import type { RechargeRow } from './recharge-row.ts';
import { anyNetwork, requireCountedOnce } from './same-payment.ts';

/**
 * Refuses money without a reference: what no bank, no chain and no earlier ledger knows would be invented.
 * @throws Refusal 403 `no_proof`
 */
function requireProof({ config }: Deps, proof: string | undefined): void {
  if (proof !== undefined || config.demo) return;
  throw refuse(codes.parameterMissing, {
    field: 'proof',
    reason: 'no_proof',
    message:
      '"proof": write the reference of the bank or the chain by which this money came; for an opening balance, that of the ledger before.',
  });
}

/**
 * Credits money that came without a report, such as an opening balance, with the reason.
 * @throws Refusal 403 without a reference outside the demo, 203 `proof_used` where its payment was counted before
 */
export async function bookRecharge(
  deps: Deps,
  {
    shopId,
    received,
    proof,
    reasonCode,
    distinctFrom,
    actor,
  }: {
    shopId: string;
    received: bigint;
    proof?: string;
    reasonCode: string;
    distinctFrom?: string[];
    actor: string;
  },
): Promise<RechargeRow> {
  const { db: tx, clock, random } = deps;
  requireProof(deps, proof);
  await reopenForMoney(deps, shopId);
  const at = clock.now();
  const no = `R-${newNo(random, at)}`;
  const payment = { network: anyNetwork, proof: proof ?? no };
  await requireCountedOnce(tx, payment, distinctFrom);
  const row = await insertOne(tx, recharges, {
    ...payment,
    id: newId(random, 'rch'),
    no,
    shopId,
    reportedBy: actor,
    amount: received,
    received,
    status: 'completed',
    step: 'confirmed',
    reasonCode,
    seq: await lastSeq(tx, shopId),
    expectedBy: at,
    createdAt: at,
    decidedAt: at,
    decidedBy: actor,
  });
  await creditRecharge(tx, row, { at, actor });
  await notifyRecharge(deps, row, { event: 'confirm', at });
  return row;
}
