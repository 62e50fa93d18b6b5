import { and, count, eq } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { hashPrefixOf } from '../../../contract/recharges.ts';
import { lastSeq } from '../../ledger/ledger.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { invalidField, missingField, type Refusal, refuse } from '../../platform/refuse.ts';
import { requireWritable } from '../../platform/require-writable.ts';
import { recharges } from '../../schema/recharges.ts';
import { receiveFile } from '../../shops/files/uploads.ts';
import { requireUnrestricted } from '../../shops/restrictions/restrictions.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { requireVerified } from '../identity/identity.ts';
import { boundsOf } from './channel-view.ts';
import { type ChannelRow, hashPrefixes, openChannels } from './channels.ts';
import { rechargeCapLeft } from './recharge-cap.ts';
import { notifyRecharge } from './recharge-notices.ts';
import type { RechargeRow } from './recharge-row.ts';
import { anyNetwork, countsAsUse, findSamePayments } from './same-payment.ts';

type Input = Parsed<'POST /v1/order/channel/pay'>;
type Reported = Pick<Input, 'txHash' | 'bankRef'>;

/**
 * Each network writes its hashes in one way, and a bank reference is reduced to its visible characters, so that a
 * payment is reported once.
 */
function proofOf({ network }: ChannelRow, { txHash, bankRef }: Reported): string {
  if (network === null) {
    const seen = bankRef?.normalize('NFKC').replace(/\p{C}/gu, '').trim();
    if (!seen) throw missingField('bankRef');
    return seen;
  }
  if (txHash === undefined) throw missingField('txHash');
  if (hashPrefixOf(txHash) !== hashPrefixes[network]) throw invalidField('txHash', 'tx_hash');
  return txHash;
}

async function requireAmount(deps: Deps, shopId: string, channel: ChannelRow, amount: bigint): Promise<void> {
  const capLeft = await rechargeCapLeft(deps, shopId);
  const { min, max } = boundsOf(channel, await configForShop(deps, shopId), capLeft);
  if (amount < min)
    throw refuse(codes.belowMinimumDeposit, { field: 'amount', params: { min: formatMoney(min) } });
  if (amount <= max) return;
  const limit = formatMoney(max);
  throw refuse(codes.invalidParameter, {
    field: 'amount',
    params: { kind: 'max_value', limit, max: limit },
    ...(max === capLeft && { reason: 'new_shop_cap' }),
  });
}

// Each report costs an operator a look at the chain or the bank: one shop cannot fill the list of all.
async function requireRoom({ db, config }: Deps, shopId: string): Promise<void> {
  const open = and(eq(recharges.shopId, shopId), eq(recharges.status, 'moderated'));
  const [row] = await db.select({ open: count() }).from(recharges).where(open);
  const { openRecharges } = config.limits;
  if ((row?.open ?? 0) >= openRecharges)
    throw refuse(codes.invalidOperation, { reason: 'too_many_reports', params: { max: openRecharges } });
}

/** Refers to the report or booking that has a payment; another shop's report is not revealed. */
const alreadyUsed = (shopId: string, first: RechargeRow): Refusal => {
  const params = first.shopId === shopId ? { params: { no: first.no, id: first.id } } : {};
  return refuse(codes.invalidOperation, { field: 'txHash', reason: 'proof_used', ...params });
};

/**
 * Records a merchant's report of a payment: it is reviewed, and the amount that arrived is credited. Nothing is posted
 * before that. What another shop has reported, and no operator has decided, is taken too: it may be this shop's payment.
 * @throws Refusal 450 frozen, 409 not verified, 404 no such channel, 403 and 405 for the proof, 448 and 405 for the
 * amount, 203 `too_many_reports` where the shop has as many as may be open, or `proof_used` with the first use where it is
 * the shop's own
 */
export async function reportRecharge(
  deps: Deps,
  { shopId, userId }: { shopId: string; userId: string },
  input: Input,
): Promise<RechargeRow> {
  const { db: tx, clock, config, random } = deps;
  const { currency } = await lockShop(tx, shopId);
  await requireUnrestricted(deps, shopId, 'recharge');
  await requireVerified(tx, shopId);
  const channel = (await openChannels(deps)).find(({ id }) => id === input.channelId);
  if (!channel) throw refuse(codes.recordNotFound, { field: 'channelId' });
  const proof = proofOf(channel, input);
  const network = channel.network ?? channel.id;
  const amount = parseMoney(input.amount);
  requireWritable(amount, currency, 'amount');
  await requireAmount(deps, shopId, channel, amount);
  await requireRoom(deps, shopId);

  const at = clock.now();
  const file = await receiveFile(deps, {
    shopId,
    purpose: 'certificate',
    file: input.certificate,
    field: 'certificate',
  });
  const payment = { network, proof };
  const uses = await findSamePayments(tx, payment, countsAsUse);
  // Another bank may use the same reference for another payment, and another shop may have reported what it did not send:
  // the operator, who sees both, decides about that.
  const isFirst = (use: RechargeRow) =>
    (use.network === network || use.network === anyNetwork) &&
    (use.shopId === shopId || use.status !== 'moderated');
  const first = uses.find(isFirst);
  if (first) throw alreadyUsed(shopId, first);
  const row = await insertOne(tx, recharges, {
    id: newId(random, 'rch'),
    no: `R-${newNo(random, at)}`,
    shopId,
    reportedBy: userId,
    channelId: channel.id,
    ...payment,
    certificateFileId: file.id,
    amount,
    seq: await lastSeq(tx, shopId),
    status: 'moderated',
    step: 'under_review',
    createdAt: at,
    expectedBy: after(at, config.timing.recharge),
  });
  await notifyRecharge(deps, row, { event: 'report', at });
  return row;
}
