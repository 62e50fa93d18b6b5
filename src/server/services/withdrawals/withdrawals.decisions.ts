import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, legalReference, proofText, text } from '../../platform/decisions/flag-types.ts';
import { identities } from '../../schema/identity.ts';
import { withdrawals } from '../../schema/withdrawals.ts';
import { idOf } from '../../shops/find-rows.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { holderDiffers } from '../accounts/holder.ts';
import { applyWithdrawalEvent } from './apply-withdrawal-event.ts';
import { maxStarts } from './withdrawal-machine.ts';
import { lockWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

/** Why a withdrawal is refused, and why one comes back: each has a text, and what to do now, in every language. */
const rejectCodes = ['account_details', 'name_mismatch', 'security_check'] as const;
const returnCodes = ['account_details', 'account_closed', 'bank_refused'] as const;

const summary = (row: WithdrawalRow) => ({
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
  withdrawals: defineDecision(
    'Withdrawals that wait to be sent or confirmed, the most urgent first, with the account to pay to and who was verified.',
    { limit: v.optional(integer(1, 200), 50) },
    async ({ db }, { limit }) => {
      const withdrawalRows = await db
        .select({ row: withdrawals, person: identities })
        .from(withdrawals)
        .leftJoin(identities, eq(identities.shopId, withdrawals.shopId))
        .where(eq(withdrawals.status, 'moderated'))
        .orderBy(asc(withdrawals.expectedBy), asc(withdrawals.id))
        .limit(limit);
      const list = withdrawalRows.map(({ row, person }) => {
        const verifiedName = person?.status === 'verified' ? person.realName : null;
        const nameDiffers = holderDiffers(row.payTo.accountName, verifiedName);
        return { ...summary(row), payTo: row.payTo, verifiedName, nameDiffers };
      });
      return { list };
    },
    { key: 'optional' },
  ),

  'withdraw-start': defineDecision(
    'A withdrawal is checked and about to be paid: for 4 hours its merchant cannot cancel it, and no operator rejects it. Pay after this decision and approve before the hours end, else its merchant can cancel it again; what was paid in them is approved later too, and not paid again, unless its merchant was first. What turns out not to be payable is rejected once they have ended. A payment can be started twice.',
    { withdrawal: text },
    async (deps, { withdrawal }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      return summary(await applyWithdrawalEvent(deps, { id, event: 'start', actor }));
    },
  ),

  'withdraw-approve': defineDecision(
    'A withdrawal is sent after its payment was started, with the reference of the bank or the hash of the transaction: the fee is taken, and it can no longer be cancelled.',
    { withdrawal: text, proof: proofText },
    async (deps, { withdrawal, proof }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      return summary(await applyWithdrawalEvent(deps, { id, event: 'send', actor, proof }));
    },
  ),

  'withdraw-reject': defineDecision(
    'A withdrawal is refused before it was sent, and not in the hours in which it is being paid: the whole amount goes back to the balance at once, with a statement of reasons. Where two to the same account were rejected or came back within 30 days, only the order of an authority (--legal-reference) rejects another.',
    {
      withdrawal: text,
      code: v.picklist(rejectCodes),
      reason: text,
      'legal-reference': v.optional(legalReference),
    },
    async (deps, { withdrawal, code, reason, 'legal-reference': order }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      const why = { reasonCode: code, reason, legalReference: order };
      return summary(await applyWithdrawalEvent(deps, { id, event: 'reject', actor, ...why }));
    },
  ),

  'withdraw-paid': defineDecision(
    'The bank or the chain has confirmed a withdrawal that was sent.',
    { withdrawal: text, proof: proofText },
    async (deps, { withdrawal, proof }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      return summary(await applyWithdrawalEvent(deps, { id, event: 'confirm', actor, proof }));
    },
  ),

  'withdraw-returned': defineDecision(
    'The bank has sent a withdrawal back, with the reference of its way back, also one that it had confirmed: amount and fee go back to the balance, with a statement of reasons. A closed shop is open again then (reopened), until its wallet is empty.',
    { withdrawal: text, code: v.picklist(returnCodes), reason: text, proof: proofText },
    async (deps, { withdrawal, code, reason, proof }, actor) => {
      const id = await idOf(deps.db, 'withdrawal', withdrawal);
      const { shopId } = await lockWithdrawal(deps.db, id);
      const change = { id, event: 'give_back', actor, reasonCode: code, reason, proof } as const;
      return withReopened(deps, shopId, async () => summary(await applyWithdrawalEvent(deps, change)));
    },
  ),
};
