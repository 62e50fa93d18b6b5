import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, names, proofText, text } from '../../platform/decisions/flag-types.ts';
import { requireSum } from '../../platform/decisions/require-sum.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { networks, recharges } from '../../schema/recharges.ts';
import { idOf, shopIdOf } from '../../shops/find-rows.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { bookRecharge } from './book-recharge.ts';
import { closeChannel, openChannel } from './channels.ts';
import { confirmRecharge, rejectRecharge, sendBackRecharge } from './decide-recharge.ts';
import type { RechargeRow } from './recharge-row.ts';
import { isToSendBack } from './recharges-due.ts';
import { countsAsUse, listSamePayments } from './same-payment.ts';
import { sendBackDates } from './send-back-date.ts';

/** Why the amount differs from the report, why a report is refused, and why money came without one. */
const differenceCodes = ['network_fee', 'bank_fee', 'amount_mistyped', 'exchange_rate'] as const;
const refusalCodes = ['not_arrived', 'certificate_unreadable', 'wrong_network', 'not_the_sender'] as const;
/** Refusals by which money came, so that it has to go back. */
const arrivedCodes: readonly string[] = ['wrong_network', 'not_the_sender'];
const bookingCodes = ['opening_balance', 'unreported_transfer'] as const;

const summary = (row: RechargeRow) => ({
  id: row.id,
  no: row.no,
  shopId: row.shopId,
  status: row.status,
  step: row.step,
  amount: formatMoney(row.amount),
  received: row.received === null ? null : formatMoney(row.received),
  network: row.network,
  proof: row.proof,
  reasonCode: row.reasonCode,
  expectedBy: row.expectedBy.toISOString(),
});

const credited = async (db: Database, row: RechargeRow) => ({
  ...summary(row),
  balance: formatMoney(await balanceOf(db, availableOf(row.shopId))),
});

export const rechargeDecisions = {
  recharges: defineDecision(
    'Reported recharges that wait for a decision, the most urgent first, each with a link to its certificate and the numbers of other recharges of the same payment (sameAs), also of other shops; and refused ones with money that has to go back, with the date of that.',
    { limit: v.optional(integer(1, 200), 50) },
    async (deps, { limit }) => {
      const rechargeRows = await deps.db
        .select()
        .from(recharges)
        .where(eq(recharges.status, 'moderated'))
        .orderBy(asc(recharges.expectedBy), asc(recharges.id))
        .limit(limit);
      const linkTo = await linkSigner(deps);
      const certificate = ({ certificateFileId: id }: RechargeRow) => (id === null ? null : linkTo(id));
      const waiting = await deps.db
        .select()
        .from(recharges)
        .where(isToSendBack)
        .orderBy(asc(recharges.decidedAt), asc(recharges.id))
        .limit(limit);
      const sendBackBy = await sendBackDates(deps.db, waiting, deps.config);
      const list = [];
      for (const row of rechargeRows) {
        const same = await listSamePayments(deps.db, row, countsAsUse);
        list.push({ ...summary(row), certificate: certificate(row), sameAs: same.map(({ no }) => no) });
      }
      return {
        list,
        toSendBack: waiting
          .map((row) => ({
            ...summary(row),
            arrived: formatMoney(row.arrived ?? 0n),
            sendBackBy: sendBackBy.get(row.id)?.toISOString() ?? '',
          }))
          .sort((one, other) => one.sendBackBy.localeCompare(other.sendBackBy)),
      };
    },
    { key: 'optional' },
  ),

  'recharge-approve': defineDecision(
    'A reported recharge has arrived: the balance grows by what came; another amount than was reported needs its reason, and of less the merchant reads in a statement of reasons with the appeal. A payment is counted once; --distinct-from names recharges of the same reference that are payments to another bank.',
    {
      recharge: text,
      amount,
      code: v.optional(v.picklist(differenceCodes)),
      reason: v.optional(text),
      'distinct-from': v.optional(names),
    },
    async (deps, { recharge, amount, code, reason, 'distinct-from': distinctFrom }, actor) => {
      requireSum(deps.config, amount);
      const id = await idOf(deps.db, 'recharge', recharge);
      const decided = { received: amount, reasonCode: code, reason, distinctFrom, actor };
      return credited(deps.db, await confirmRecharge(deps, id, decided));
    },
  ),

  'recharge-reject': defineDecision(
    'A reported recharge is refused, with a statement of reasons and the appeal; wrong_network and not_the_sender say that money came, and need how much (--arrived). Money that did come for it is set apart and has to go back to its sender within 7 days; after that it is overdue, and the merchant is notified of it with the appeal. --distinct-from as in recharge-approve.',
    {
      recharge: text,
      code: v.picklist(refusalCodes),
      reason: text,
      arrived: v.optional(amount),
      'distinct-from': v.optional(names),
    },
    async (deps, { recharge, code, reason, arrived, 'distinct-from': distinctFrom }, actor) => {
      if (arrivedCodes.includes(code) && arrived === undefined)
        throw refuse(codes.parameterMissing, {
          field: 'arrived',
          reason: 'no_arrived',
          message: `--arrived: ${code} says that money came. Write how much, which is set apart for its sender.`,
        });
      const id = await idOf(deps.db, 'recharge', recharge);
      const decided = { reasonCode: code, reason, arrived, distinctFrom, actor };
      return summary(await rejectRecharge(deps, id, decided));
    },
  ),

  'recharge-sent-back': defineDecision(
    'The money of a refused recharge has gone back to its sender. It waits while the merchant’s appeal against the refusal is open, and has 7 days from its answer.',
    { recharge: text, proof: proofText },
    async (deps, { recharge, proof }, actor) => {
      const id = await idOf(deps.db, 'recharge', recharge);
      return summary(await sendBackRecharge(deps, id, { proof, actor }));
    },
  ),

  'recharge-book': defineDecision(
    'Money of a merchant has arrived without a report, as an opening balance does: the balance grows by it; a closed shop is open again then (reopened), until its wallet is empty. Outside the demo --proof is needed, the reference of the payment, or of the ledger that an opening balance comes from. --distinct-from as in recharge-approve.',
    {
      amount,
      shop: v.optional(text),
      proof: v.optional(proofText),
      code: v.optional(v.picklist(bookingCodes), 'unreported_transfer'),
      'distinct-from': v.optional(names),
    },
    async (deps, { amount, shop, proof, code, 'distinct-from': distinctFrom }, actor) => {
      requireSum(deps.config, amount);
      const shopId = await shopIdOf(deps.db, shop);
      const booked = { shopId, received: amount, proof, reasonCode: code, distinctFrom, actor };
      return withReopened(deps, shopId, async () => credited(deps.db, await bookRecharge(deps, booked)));
    },
  ),

  'channel-open': defineDecision(
    'Opens a way to recharge. Its address must pass the checksum of its network.',
    {
      name: text,
      asset: text,
      address: text,
      network: v.optional(v.picklist(networks)),
      rate: v.optional(v.pipe(text, v.regex(/^\d{1,6}(\.\d{1,6})?$/))),
      min: v.optional(amount),
      max: v.optional(amount),
      confirmations: v.optional(integer(0, 1000)),
      minutes: v.optional(integer(1, 100_000)),
    },
    async (deps, { network, minutes, ...channel }, actor) => {
      const rail = network === undefined ? ('bank' as const) : ('chain' as const);
      const opened = { ...channel, rail, network: network ?? null, expectedMinutes: minutes };
      const { id, name } = await openChannel(deps, opened, actor);
      return { id, name };
    },
  ),

  'channel-close': defineDecision(
    'Closes a way to recharge; what was reported over it is still decided on.',
    { channel: text, reason: text },
    async (deps, { channel }, actor) => {
      const { id, name } = await closeChannel(deps, channel, actor);
      return { id, name };
    },
  ),
};
