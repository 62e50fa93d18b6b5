import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { rechargeSteps, results } from '../../../contract/status.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, names, proofText, text } from '../../platform/decisions/flag-types.ts';
import { maybeMoney, maybeText, money, time } from '../../platform/decisions/output-types.ts';
import { requireSum } from '../../platform/decisions/require-sum.ts';
import { refuse } from '../../platform/refuse.ts';
import { networks } from '../../schema/recharges.ts';
import { idOf, shopIdOf } from '../../shops/find-rows.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { bookRecharge } from './book-recharge.ts';
import { closeChannel, openChannel } from './channels.ts';
import { confirmRecharge, rejectRecharge, sendBackRecharge } from './decide-recharge.ts';
import type { RechargeRow } from './recharge-row.ts';

/** Why the amount differs from the report, why a report is refused, and why money came without one. */
const differenceCodes = ['network_fee', 'bank_fee', 'amount_mistyped', 'exchange_rate'] as const;
const refusalCodes = ['not_arrived', 'certificate_unreadable', 'wrong_network', 'not_the_sender'] as const;
/** Refusals by which money came, so that it has to go back. */
const arrivedCodes: readonly string[] = ['wrong_network', 'not_the_sender'];
const bookingCodes = ['opening_balance', 'unreported_transfer'] as const;

export const rechargeState = v.object({
  id: v.string(),
  no: v.string(),
  shopId: v.string(),
  status: v.picklist(results),
  step: v.picklist(rechargeSteps),
  amount: money,
  received: maybeMoney,
  network: v.string(),
  proof: v.string(),
  reasonCode: maybeText,
  expectedBy: time,
});
const creditedRecharge = v.object({ ...rechargeState.entries, balance: money });
const named = v.object({ id: v.string(), name: v.string() });

export const rechargeSummary = (row: RechargeRow) => ({
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
  ...rechargeSummary(row),
  balance: formatMoney(await balanceOf(db, availableOf(row.shopId))),
});

export const rechargeDecisions = {
  'recharge-approve': defineDecision({
    about:
      'A reported recharge has arrived: the balance grows by what came; another amount than was reported needs its reason, and of less the merchant reads in a statement of reasons with the appeal. A payment is counted once; `distinctFrom` names recharges of the same reference that are payments to another bank.',
    on: 'recharge',
    roles: ['finance'],
    weight: 'pays',
    input: {
      recharge: text,
      amount,
      code: v.optional(v.picklist(differenceCodes)),
      reason: v.optional(text),
      distinctFrom: v.optional(names),
    },
    output: creditedRecharge,
    run: async (deps, { recharge, amount, code, reason, distinctFrom }, actor) => {
      requireSum(deps.config, amount);
      const id = await idOf(deps.db, 'recharge', recharge);
      const decided = { received: amount, reasonCode: code, reason, distinctFrom, actor };
      return credited(deps.db, await confirmRecharge(deps, id, decided));
    },
  }),

  'recharge-reject': defineDecision({
    about:
      'A reported recharge is refused, with a statement of reasons and the appeal; wrong_network and not_the_sender say that money came, and need how much (`arrived`). Money that did come for it is set apart and has to go back to its sender within 7 days; after that it is overdue, and the merchant is notified of it with the appeal. `distinctFrom` as in recharge-approve.',
    on: 'recharge',
    roles: ['finance'],
    weight: 'binds',
    input: {
      recharge: text,
      code: v.picklist(refusalCodes),
      reason: text,
      arrived: v.optional(amount),
      distinctFrom: v.optional(names),
    },
    output: rechargeState,
    run: async (deps, { recharge, code, reason, arrived, distinctFrom }, actor) => {
      if (arrivedCodes.includes(code) && arrived === undefined)
        throw refuse(codes.parameterMissing, {
          field: 'arrived',
          reason: 'no_arrived',
          message: `"arrived": ${code} says that money came. Write how much, which is set apart for its sender.`,
        });
      const id = await idOf(deps.db, 'recharge', recharge);
      const decided = { reasonCode: code, reason, arrived, distinctFrom, actor };
      return rechargeSummary(await rejectRecharge(deps, id, decided));
    },
  }),

  'recharge-sent-back': defineDecision({
    about:
      'The money of a refused recharge has gone back to its sender. It waits while the merchant’s appeal against the refusal is open, and has 7 days from its answer.',
    on: 'recharge',
    roles: ['finance'],
    weight: 'pays',
    input: { recharge: text, proof: proofText },
    output: rechargeState,
    run: async (deps, { recharge, proof }, actor) => {
      const id = await idOf(deps.db, 'recharge', recharge);
      return rechargeSummary(await sendBackRecharge(deps, id, { proof, actor }));
    },
  }),

  'recharge-book': defineDecision({
    about:
      'Money of a merchant has arrived without a report, as an opening balance does: the balance grows by it; a closed shop is open again then (reopened), until its wallet is empty. Outside the demo `proof` is needed, the reference of the payment, or of the ledger that an opening balance comes from. `distinctFrom` as in recharge-approve.',
    on: 'recharge',
    roles: ['finance'],
    weight: 'pays',
    input: {
      amount,
      shop: v.optional(text),
      proof: v.optional(proofText),
      code: v.optional(v.picklist(bookingCodes), 'unreported_transfer'),
      distinctFrom: v.optional(names),
    },
    output: v.object({ ...creditedRecharge.entries, reopened: v.boolean() }),
    run: async (deps, { amount, shop, proof, code, distinctFrom }, actor) => {
      requireSum(deps.config, amount);
      const shopId = await shopIdOf(deps.db, shop);
      const booked = { shopId, received: amount, proof, reasonCode: code, distinctFrom, actor };
      return withReopened(deps, shopId, async () => credited(deps.db, await bookRecharge(deps, booked)));
    },
  }),

  'channel-open': defineDecision({
    about: 'Opens a way to recharge. Its address must pass the checksum of its network.',
    on: 'channel',
    roles: ['lead'],
    weight: 'pays',
    input: {
      name: text,
      asset: text,
      address: text,
      network: v.optional(v.picklist(networks)),
      rate: v.optional(v.pipe(text, v.regex(/^\d{1,6}(\.\d{1,6})?$/, 'write a number, like "1.25"'))),
      min: v.optional(amount),
      max: v.optional(amount),
      confirmations: v.optional(integer(0, 1000)),
      minutes: v.optional(integer(1, 100_000)),
    },
    output: named,
    run: async (deps, { network, minutes, ...channel }, actor) => {
      const rail = network === undefined ? ('bank' as const) : ('chain' as const);
      const opened = { ...channel, rail, network: network ?? null, expectedMinutes: minutes };
      const { id, name } = await openChannel(deps, opened, actor);
      return { id, name };
    },
  }),

  'channel-close': defineDecision({
    about: 'Closes a way to recharge; what was reported over it is still decided on.',
    on: 'channel',
    roles: ['lead'],
    weight: 'plain',
    input: { channel: text, reason: text },
    output: named,
    run: async (deps, { channel }, actor) => {
      const { id, name } = await closeChannel(deps, channel, actor);
      return { id, name };
    },
  }),
};
