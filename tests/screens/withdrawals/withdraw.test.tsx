import { describe, expect, test } from 'vitest';
import { markSent } from '../../../src/data/idempotency.ts';
import { session } from '../../../src/data/session.ts';
import BankEdit from '../../../src/screens/accounts/bank-edit.tsx';
import Wallet from '../../../src/screens/wallet/wallet.tsx';
import History from '../../../src/screens/withdrawals/history.tsx';
import Withdraw from '../../../src/screens/withdrawals/withdraw.tsx';
import { restrict } from '../../../src/server/restrictions/restrict.ts';
import { addAccount, tron, usableAccount } from '../../harness/bank.ts';
import { type Client, faults } from '../../harness/client.ts';
import { handOn } from '../../harness/hand.ts';
import type { TestUser } from '../../harness/server.ts';
import { eventually, leave, open } from '../../harness/stage.tsx';
import { withMerchant } from '../../harness/with-merchant.ts';
import { balances, decideOn, withdraw } from '../../harness/withdrawing.ts';
import { describedBy, switchTo } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
withMerchant(
  {
    timeoutMs: 1_500,
    start: new Date(Date.now() - 60 * 86_400_000).toISOString(),
  },
  (given) => {
    ({ client, amina } = given);
  },
);

const screens = { '/withdraw': Withdraw, '/history': History, '/bankEdit': BankEdit, '/wallet': Wallet };
const at = async (url: string) => {
  await client.signIn(amina);
  const page = open(url, screens);
  return { page, ...handOn(page) };
};
type Page = Awaited<ReturnType<typeof at>>['page'];
const asked = () => client.of('POST /v1/user/withdraw/add');
const funded = async () => {
  await client.server.fund(amina.shopId, 100_000_000n);
  return usableAccount(client.server, amina);
};
const wish = async (amount: string) => {
  const hand = await at('/withdraw');
  await hand.pick('DEMO Bank');
  await hand.fill('Amount', amount);
  await hand.submit();
  return hand;
};

describe('before the password', () => {
  test('fee, what arrives and when, and the balance after', async () => {
    await funded();
    const { page } = await wish('50.00');
    await page.says('Amount$50.00Withdrawal fee−$0.75You receive$49.25');
    await page.says('Balance$100.00Balance after$50.00Arrives by');
    await page.says('Until then you can take it back in full, without a fee.');
    await page.find('button', 'Withdraw $50.00');
    expect(asked()).toEqual([]);
  });

  test('all of it at one press', async () => {
    await funded();
    const { page } = await at('/withdraw');
    await page.says('You can withdraw $100.00. At least $10.00. The fee is 1.5%, not less than $0.50');
    await page.press('button', 'All of it');
    expect((page.get('textbox', 'Amount') as HTMLInputElement).value).toBe('100.00');
  });

  test.each([
    ['0.50', 'The minimum is $10.00.'],
    ['100.01', 'Your balance is $100.00.'],
    ['ten', 'Enter an amount, like 12.50.'],
  ])('%s is refused beside the field', async (amount, words) => {
    await funded();
    const { page } = await wish(amount);
    await eventually(() => expect(describedBy(page.get('textbox', 'Amount'))).toContain(words));
    expect(page.all('dialog')).toEqual([]);
  });

  test('no account there yet, the only one chosen already, and of two none', async () => {
    const empty = await at('/withdraw');
    await empty.page.says('No withdrawal account yet');
    leave();
    await client.server.fund(amina.shopId, 100_000_000n);
    const chosen = (page: Page) => page.all('radio').map((one) => (one as HTMLInputElement).checked);
    await addAccount(client.server, amina);
    const { page: first } = await at('/withdraw');
    await first.find('radio');
    expect(chosen(first)).toEqual([true]);
    leave();
    client.clear();
    await addAccount(client.server, amina, { type: 'trx_usdt', address: tron[0] });
    const { page, fill, submit } = await at('/withdraw');
    await fill('Amount', '20');
    await submit();
    await page.says('Choose one.');
    expect(chosen(page)).toEqual([false, false]);
  });
});

describe('asking for it', () => {
  test('right: one hold of the amount, how far it is, and the way to its time line', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    await confirm();
    await page.says('Your withdrawal is under review.');
    await page.says('SubmittedChecked by the platform'.slice(0, 9));
    expect(await balances(client.server, amina)).toMatchObject({
      available: 50_000_000n,
      frozen: 50_000_000n,
    });
    await page.press('link', 'Follow it');
    await page.says('We compare the account holder with your verified name');
    await page.find('button', 'Take it back');
  });

  test('a wrong password: nothing is withdrawn, and the tries left are said', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    await confirm('111111');
    await page.says('Wrong payment password. Nothing was withdrawn. 4 tries are left.');
    expect(await balances(client.server, amina)).toMatchObject({ frozen: 0n });
  });

  test('the network drops before the answer: asked by the key, one hold, never "failed"', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    client.fault('POST /v1/user/withdraw/add', faults.lostAnswer);
    client.fault('POST /v1/operation', faults.refusedConnection);
    await confirm();
    await page.says('Checking your withdrawal');
    expect(page.text()).not.toMatch(/fail/i);
    await page.says('Your withdrawal is under review.');
    expect(asked()).toHaveLength(1);
    expect(await balances(client.server, amina)).toMatchObject({ frozen: 50_000_000n });
  });

  test('one that left before a reload is asked after before anything can be sent', async () => {
    const { id } = await funded();
    sessionStorage.setItem('souk.draft.withdraw', JSON.stringify({ amount: '30.00', accountId: id }));
    markSent('withdraw');
    const key = sessionStorage.getItem('key:withdraw')?.split(' ')[0] ?? '';
    await client.signIn(amina);
    await withdraw(client.server, amina, { amount: '30.00', accountId: id }, key);
    const page = open('/withdraw', screens);
    await page.says('Your withdrawal is under review.');
    expect(asked()).toEqual([]);
  });

  test('an old quote: another one is shown, and the password asked again', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    await page.find('button', 'Withdraw $50.00');
    client.server.clock.advance(6 * 60_000);
    await confirm();
    await page.says('Nothing was withdrawn. Here is the new amount; enter your password again.');
    await confirm();
    await page.says('Your withdrawal is under review.');
  });
});

describe('where it is not possible, or not known', () => {
  test('withdrawals are disabled: why, by which rule, how to object, and nothing is asked for', async () => {
    await funded();
    await restrict(client.server.deps, {
      ...{ shopId: amina.shopId, kind: 'withdrawal_prohibited' as const, actor: 'rosa', reviewDays: 7 },
      ...{ facts: 'Two papers differ.', rule: 'Terms 7.3' },
    });
    const { page } = await wish('50.00');
    await page.says('Two papers differ.');
    await page.find('link', 'Appeal');
    await page.says('Withdrawals are disabled at the moment.');
    expect(page.all('dialog')).toEqual([]);
  });

  test('a server that does not quote: the amount, and that the fee is not stated', async () => {
    await funded();
    const hand = await at('/withdraw');
    session.value = { status: 'signed-in', me: { ...session.value.me, features: [] } };
    await hand.pick('DEMO Bank');
    await hand.fill('Amount', '50.00');
    await hand.submit();
    await hand.page.says(/Amount\$?50\.00Balance/);
    await hand.page.says('Withdrawal feeNot stated by this operator');
    expect(hand.page.text()).not.toMatch(/NaN|undefined|You receive/);
    await hand.confirm();
    await hand.page.says('Your withdrawal is under review.');
  });
});

describe('the history', () => {
  test('a refused one: why, what to do, the money back, and no fee', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    await decideOn(client.server, data.withdrawal.id, 'reject');
    const { page } = await at('/history');
    await page.says('Failed');
    await page.says('L. Haddad');
    await page.press('link', page.all('a.card')[0]?.textContent?.trim());
    await page.says('Refused');
    expect(page.all('button', 'Take it back')).toEqual([]);
    expect(page.get('link', 'See its entries in the wallet').getAttribute('href')).toContain(
      data.withdrawal.no,
    );
    expect(await balances(client.server, amina)).toMatchObject({ available: 100_000_000n, frozen: 0n });
  });

  test('while it is checked it can be taken back, in full', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at(`/history?no=${data.withdrawal.no}`);
    await page.press('button', 'Take it back');
    await page.says('$50.00 returns to your balance in full. No fee is kept.');
    const [, yes] = page.all('dialog button.btn');
    yes?.click();
    await page.says('Taken back by you');
    expect(await balances(client.server, amina)).toMatchObject({ available: 100_000_000n, frozen: 0n });
  });

  test('a paid one: sums, every step with its time, and the reference to copy', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    await decideOn(client.server, data.withdrawal.id, 'approve');
    await decideOn(client.server, data.withdrawal.id, 'paid');
    const { page } = await at(`/history?no=${data.withdrawal.no}`);
    await page.says('Completed');
    await page.says('Amount$50.00Withdrawal fee−$0.75You receive$49.25');
    await page.says('BANK-REF-7');
    expect(page.all('.spine > li').map((step) => step.querySelector('p')?.textContent ?? '')).toHaveLength(4);
  });

  test('is reached from the wallet: by the hold, and by the row', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at('/wallet');
    const { no } = data.withdrawal;
    await eventually(() => expect(page.all('link', no)).toHaveLength(2));
    expect(page.all('link', no).map((one) => one.getAttribute('href'))).toEqual([
      `/history?no=${no}`,
      `/history?no=${no}`,
    ]);
    await page.press('link', no);
    await page.says('We compare the account holder');
  });

  test('in Arabic, with amounts left to right', async () => {
    const { id } = await funded();
    await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at('/history');
    switchTo('ar');
    await page.says('قيد المراجعة');
    expect(page.get('bdi.num').getAttribute('dir')).toBe('ltr');
  });
});
