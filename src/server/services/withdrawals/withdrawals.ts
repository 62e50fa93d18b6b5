import { codes } from '../../../contract/errors.ts';
import { parseMoney } from '../../../contract/money.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { displayDateTimeNear } from '../../platform/texts/format.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { walletOf } from '../../trade/wallet-view.ts';
import { applyWithdrawalEvent } from './apply-withdrawal-event.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { stateOf } from './withdrawal-machine.ts';
import { lockWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';
import { shownWithdrawals } from './withdrawal-view.ts';

type Calls = 'POST /v1/user/withdraw/add' | 'POST /v1/user/withdraw/cancel';

async function outputOf(context: Context<Calls>, row: WithdrawalRow) {
  const { db, lang, clock, config } = context;
  const { currency } = await shopOf(db, row.shopId);
  const [withdrawal] = await shownWithdrawals([row], { db, lang, now: clock.now(), config, currency });
  if (!withdrawal) throw new Error('the withdrawal was not shown');
  return { withdrawal, wallet: await walletOf(context, row.shopId) };
}

/**
 * Refuses while an operator pays the withdrawal, and says until when; its row stays locked.
 * @throws Refusal 203 `being_paid`, 404
 */
async function requireNotPaying(context: Context<Calls>, id: string): Promise<void> {
  const { db, lang, clock, caller } = context;
  const row = await lockWithdrawal(db, id, caller.shopId);
  const now = clock.now();
  if (!row.payingUntil || stateOf(row, now) !== 'paying') return;
  const { timeZone } = await shopOf(db, row.shopId);
  const payingUntil = row.payingUntil.toISOString();
  const until = displayDateTimeNear(payingUntil, now, timeZone, lang);
  throw refuse(codes.invalidOperation, {
    reason: 'being_paid',
    params: { step: row.step, payingUntil, until },
  });
}

export const withdrawalsHandlers = {
  'POST /v1/user/withdraw/add': async (context, { amount, accountId, quoteId }) => {
    const { shopId, userId } = context.caller;
    const asked = { shopId, userId, accountId, quoteId, amount: parseMoney(amount) };
    return outputOf(context, await requestWithdrawal(context, asked));
  },

  'POST /v1/user/withdraw/cancel': async (context, { id }) => {
    const { shopId, userId } = context.caller;
    await requireNotPaying(context, id);
    const change = { id, shopId, event: 'cancel' as const, actor: userId, reasonCode: 'taken_back' };
    return outputOf(context, await applyWithdrawalEvent(context, change));
  },
} satisfies Handlers<Calls>;
