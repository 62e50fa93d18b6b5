import { createHash } from 'node:crypto';
import { UNITS } from '../../contract/money.ts';
import { decide } from '../operators/decisions.ts';
import { day, hour, minute } from '../platform/clock.ts';
import { demoLogin } from '../platform/config/demo-login.ts';
import type { Context, Deps } from '../platform/context.ts';
import { accountsHandlers } from '../services/accounts/accounts.ts';
import { openChannels } from '../services/recharges/channels.ts';
import { reportRecharge } from '../services/recharges/report-recharge.ts';
import { requestWithdrawal } from '../services/withdrawals/request-withdrawal.ts';
import type { DemoShop } from './demo-shop.ts';
import { documentPicture } from './document-picture.ts';
import type { Past } from './play-order.ts';

/** Adds an account in the merchant's name, as the app does; nothing is ever sent to it. */
async function addAccount(deps: Deps, { shopId, userId }: DemoShop): Promise<string> {
  const { username, payPassword } = demoLogin;
  const context: Context<'POST /v1/user/bank/add'> = {
    ...deps,
    caller: { userId, shopId, username, permissions: [] },
    tokenHash: '',
    lang: 'en',
    requestId: 'demo',
    address: 'demo',
  };
  const { account } = await accountsHandlers['POST /v1/user/bank/add'](context, {
    type: 'bank_card',
    bankName: 'DEMO Bank',
    cardNo: 'DEMO000000004477',
    payPassword,
    accountName: 'Amina Demo',
    branchNo: undefined,
  });
  return account.id;
}

async function recharge(deps: Deps, owner: DemoShop): Promise<string> {
  const [channel] = await openChannels(deps);
  const txHash = createHash('sha256').update('the demo has sent nothing').digest('hex');
  const report = { channelId: channel?.id ?? '', amount: '50.00', txHash, bankRef: undefined };
  return (await reportRecharge(deps, owner, { ...report, certificate: documentPicture('front') })).id;
}

/** The exchange's fee makes the two amounts differ, as it often does. */
const arrived = { amount: '49.00', code: 'network_fee' };

/** Plays a recharge, an account of the merchant, and a first small withdrawal to see that it arrives. */
export function planWalletHistory({ deps, schedule, shop }: Past, start: number): void {
  const decideAs = (name: string, flags: object) => decide(deps, name, flags, 'demo');
  const at = (days: number, hours = 0) => start + days * day + hours * hour;
  schedule.add(at(9, 10), async () => {
    const id = await recharge(deps, shop);
    schedule.add(at(9, 10) + 40 * minute, () => decideAs('recharge-approve', { recharge: id, ...arrived }));
  });
  schedule.add(at(10, 9), async () => {
    const accountId = await addAccount(deps, shop);
    schedule.add(at(12, 9), async () => {
      const { id: withdrawal } = await requestWithdrawal(deps, { ...shop, accountId, amount: 20n * UNITS });
      schedule.add(at(12, 13), () => decideAs('withdraw-start', { withdrawal }));
      schedule.add(at(12, 14), () => decideAs('withdraw-approve', { withdrawal, proof: 'DEMO-0001' }));
      schedule.add(at(13, 11), () => decideAs('withdraw-paid', { withdrawal, proof: 'DEMO-0001' }));
    });
  });
}
