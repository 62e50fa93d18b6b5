import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { results, withdrawSteps } from '../../../contract/status.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { legalReference, proofText, text } from '../../platform/decisions/flag-types.ts';
import { count, maybeText, maybeTime, money, time } from '../../platform/decisions/output-types.ts';
import { idOf } from '../../shops/find-rows.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { applyWithdrawalEvent } from './apply-withdrawal-event.ts';
import { maxStarts } from './withdrawal-machine.ts';
import { lockWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

/** Why a withdrawal is refused, and why one comes back: each has a text, and what to do now, in every language. */
const rejectCodes = ['account_details', 'name_mismatch', 'security_check'] as const;
const returnCodes = ['account_details', 'account_closed', 'bank_refused'] as const;

export const withdrawalState = v.object({
  id: v.string(),
  no: v.string(),
  shopId: v.string(),
  status: v.picklist(results),
  step: v.picklist(withdrawSteps),
  amount: money,
  fee: money,
  net: money,
  expectedBy: time,
  payingUntil: maybeTime,
  startsLeft: count,
  reasonCode: maybeText,
  proof: maybeText,
});

export const withdrawalSummary = (row: WithdrawalRow) => ({
  id: row.id,
  no: row.no,
  shopId: row.shopId,
  status: row.status,
  step: row.step,
  amount: formatMoney(row.amount),
  fee: formatMoney(row.fee),
  net: formatMoney(row.amount - row.fee),
  expectedBy: row.expectedBy.toISOString(),
  payingUntil: row.payingUntil?.toISOString() ?? null,
  startsLeft: maxStarts - row.payingStarts,
  reasonCode: row.reasonCode,
  proof: row.proof,
});

export const withdrawalDecisions = {
  'withdraw-start': defineDecision({
    about:
      'A withdrawal is checked and about to be paid: for 4 hours its merchant cannot cancel it, and no operator rejects it. Pay after this decision and approve before the hours end, else its merchant can cancel it again; what was paid in them is approved later too, and not paid again, unless its merchant was first. What turns out not to be payable is rejected once they have ended. A payment can be started twice.',
    on: 'withdrawal',
    roles: ['finance'],
    weight: 'plain',
    input: { withdrawal: text },
    output: withdrawalState,
    run: async (deps, { withdrawal }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      return withdrawalSummary(await applyWithdrawalEvent(deps, { id, event: 'start', actor }));
    },
  }),

  'withdraw-approve': defineDecision({
    about:
      'A withdrawal is sent after its payment was started, with the reference of the bank or the hash of the transaction: the fee is taken, and it can no longer be cancelled.',
    on: 'withdrawal',
    roles: ['finance'],
    weight: 'pays',
    input: { withdrawal: text, proof: proofText },
    output: withdrawalState,
    run: async (deps, { withdrawal, proof }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      return withdrawalSummary(await applyWithdrawalEvent(deps, { id, event: 'send', actor, proof }));
    },
  }),

  'withdraw-reject': defineDecision({
    about:
      'A withdrawal is refused before it was sent, and not in the hours in which it is being paid: the whole amount goes back to the balance at once, with a statement of reasons. Where two to the same account were rejected or came back within 30 days, only the order of an authority (`legalReference`) rejects another.',
    on: 'withdrawal',
    roles: ['finance'],
    weight: 'binds',
    input: {
      withdrawal: text,
      code: v.picklist(rejectCodes),
      reason: text,
      legalReference: v.optional(legalReference),
    },
    output: withdrawalState,
    run: async (deps, { withdrawal, code, reason, legalReference: order }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      const why = { reasonCode: code, reason, legalReference: order };
      return withdrawalSummary(await applyWithdrawalEvent(deps, { id, event: 'reject', actor, ...why }));
    },
  }),

  'withdraw-paid': defineDecision({
    about: 'The bank or the chain has confirmed a withdrawal that was sent.',
    on: 'withdrawal',
    roles: ['finance'],
    weight: 'plain',
    input: { withdrawal: text, proof: proofText },
    output: withdrawalState,
    run: async (deps, { withdrawal, proof }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      return withdrawalSummary(await applyWithdrawalEvent(deps, { id, event: 'confirm', actor, proof }));
    },
  }),

  'withdraw-returned': defineDecision({
    about:
      'The bank has sent a withdrawal back, with the reference of its way back, also one that it had confirmed: amount and fee go back to the balance, with a statement of reasons. A closed shop is open again then (reopened), until its wallet is empty.',
    on: 'withdrawal',
    roles: ['finance'],
    weight: 'pays',
    input: { withdrawal: text, code: v.picklist(returnCodes), reason: text, proof: proofText },
    output: v.object({ ...withdrawalState.entries, reopened: v.boolean() }),
    run: async (deps, { withdrawal, code, reason, proof }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      const { shopId } = await lockWithdrawal(deps.db, id);
      const change = { id, event: 'give_back', actor, reasonCode: code, reason, proof } as const;
      return withReopened(deps, shopId, async () =>
        withdrawalSummary(await applyWithdrawalEvent(deps, change)),
      );
    },
  }),
};
