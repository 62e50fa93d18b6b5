import { act } from 'preact/test-utils';
import { describe, expect, test, vi } from 'vitest';
import { markSent, wasSent } from '../../../src/data/command.ts';
import { session } from '../../../src/data/session.ts';
import { toasts } from '../../../src/data/toast.ts';
import BankEdit from '../../../src/screens/accounts/bank-edit.tsx';
import Appeal from '../../../src/screens/appeals/appeal.tsx';
import Wallet from '../../../src/screens/wallet/wallet.tsx';
import History from '../../../src/screens/withdrawals/history.tsx';
import Withdraw from '../../../src/screens/withdrawals/withdraw.tsx';
import { runDue } from '../../../src/server/services/run-due.ts';
import { restrict } from '../../../src/server/shops/restrictions/restrict.ts';
import { tron, usableAccount } from '../../harness/bank.ts';
import { type Client, faults } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { userActions } from '../../harness/user-actions.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { balances, decideOn, proofFor, withdraw } from '../../harness/withdrawing.ts';
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

const screens = {
  '/withdraw': Withdraw,
  '/history': History,
  '/bankEdit': BankEdit,
  '/wallet': Wallet,
  '/appeal': Appeal,
};
const at = async (url: string) => {
  await client.signIn(amina);
  const page = open(url, screens);
  return { page, ...userActions(page) };
};
type Page = Awaited<ReturnType<typeof at>>['page'];
const asked = () => client.of('POST /v1/user/withdraw/add');
const funded = async () => {
  await client.server.fund(amina.shopId, 100_000_000n);
  return usableAccount(client.server, amina);
};
const amountOf = (page: Page) => (page.get('textbox', 'Amount') as HTMLInputElement).value;
const wish = async (amount: string) => {
  const user = await at('/withdraw');
  await user.pick('DEMO Bank');
  await user.fill('Amount', amount);
  await user.submit();
  return user;
};

describe('a withdrawal before the password', () => {
  test('shows fee, what arrives and when, and the balance after', async () => {
    await funded();
    const { page } = await wish('50.00');
    await page.says('You receive$49.25Amount$50.00Withdrawal fee−$0.75Balance after$50.00Arrives by');
    await page.says('Until its payment starts, you can cancel and get it all back, with no fee.');
    await page.find('button', 'Withdraw $50.00');
    expect(asked()).toEqual([]);
    // As the rows of the wallet name it: a withdrawal is no payment.
    switchTo('ar');
    await page.says('الرصيد بعد المعاملة');
  });

  test('shows what arrives while the amount is typed, and the amount in the button', async () => {
    await funded();
    const { page, pick, fill } = await at('/withdraw');
    await pick('DEMO Bank');
    await fill('Amount', '100.01');
    await page.says(/Withdrawal fee—Arrives by—.*You receive—/);
    await fill('Amount', '50');
    await page.says(/Withdrawal fee−\$0\.75Arrives by.+You receive\$49\.25/);
    expect(client.of('POST /v1/quote')).toHaveLength(1);
    page.get('button', 'Withdraw $50.00');
    expect(page.all('dialog')).toEqual([]);
  });

  test('takes all of the balance at one press', async () => {
    await funded();
    const { page } = await at('/withdraw');
    await page.says('You can withdraw $100.00.');
    await page.says('Minimum$10.00Withdrawal fee1.5% (at least $0.50)You receive—');
    await page.press('button', 'Withdraw all');
    expect((page.get('textbox', 'Amount') as HTMLInputElement).value).toBe('100.00');
  });

  test.each([
    ['0.50', 'The minimum is $10.00.'],
    ['100.01', 'You can withdraw up to $100.00.'],
    ['ten', 'Enter an amount, like 12.50.'],
  ])('is refused beside the field for %s', async (amount, words) => {
    await funded();
    const { page } = await wish(amount);
    await eventually(() => expect(describedBy(page.get('textbox', 'Amount'))).toContain(words));
    expect(page.text()).not.toContain('You can withdraw $100.00.');
    expect(page.all('dialog')).toEqual([]);
  });

  test('says that there is no account, chooses an only one, and none of two', async () => {
    const empty = await at('/withdraw');
    await empty.page.says('No withdrawal account yet');
    leave();
    await client.server.fund(amina.shopId, 100_000_000n);
    const chosen = (page: Page) => page.all('radio').map((one) => (one as HTMLInputElement).checked);
    await usableAccount(client.server, amina);
    const { page: first } = await at('/withdraw');
    await first.find('radio');
    expect(chosen(first)).toEqual([true]);
    leave();
    // Typed for an account that was removed since.
    sessionStorage.setItem('souk.draft.withdraw', JSON.stringify({ amount: '20', accountId: 'gone' }));
    const { page: later } = await at('/withdraw');
    await later.find('radio');
    expect(chosen(later)).toEqual([true]);
    leave();
    sessionStorage.clear();
    client.clear();
    await usableAccount(client.server, amina, { type: 'trx_usdt', address: tron[0] });
    const { page, fill, submit } = await at('/withdraw');
    await fill('Amount', '20');
    await submit();
    await page.says('Choose one.');
    expect(chosen(page)).toEqual([false, false]);
  });
});

describe('a withdrawal', () => {
  test('makes one hold of the amount, and shows its sums, how far it is and the way to its time line', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    await confirm();
    await page.says('Your withdrawal is under review.');
    await page.says('Amount$50.00Withdrawal fee−$0.75You receive$49.25');
    await page.says('SubmittedChecked by the platform'.slice(0, 9));
    await eventually(() => expect(sessionStorage.getItem('souk.draft.withdraw')).toBeNull());
    expect(await balances(client.server, amina)).toMatchObject({
      available: 50_000_000n,
      frozen: 50_000_000n,
    });
    await page.press('link', 'Track status');
    await page.says('We check the account holder against your verified name');
    await page.find('button', 'Cancel withdrawal');
  });

  test('a withdrawal that was made leaves an empty form below its sheet, which asks for no second one', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    await confirm();
    await page.says('Your withdrawal is under review.');
    await page.press('button', 'Close');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    expect(amountOf(page)).toBe('');
    await page.find('button', 'Continue');
    await page.says('You can withdraw $50.00.');
    expect(asked()).toHaveLength(1);
  });

  test('a withdrawal with a wrong password withdraws nothing and shows the tries left', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    await confirm('111111');
    await page.says('Wrong payment password. Nothing was withdrawn. 4 attempts left.');
    expect(await balances(client.server, amina)).toMatchObject({ frozen: 0n });
  });

  test('a withdrawal whose session has ended says that nothing was withdrawn, and asks the password again', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    client.fault('POST /v1/user/withdraw/add', () => Response.json({ code: 407, msg: '', data: null }));
    await confirm();
    await page.says('Nothing was withdrawn. Enter your password to try again.');
    expect(await balances(client.server, amina)).toMatchObject({ frozen: 0n });
  });

  test('a withdrawal whose sheet is closed while its answer is late is named on the form, and its result is shown once', async () => {
    await funded();
    const { page, confirm } = await wish('50.00');
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    client.fault('POST /v1/user/withdraw/add', faults.lostAnswer);
    client.fault('POST /v1/operation', (pass) => late.then(pass));
    await confirm();
    await page.says('Checking your withdrawal');
    await page.press('button', 'Close');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    await page.says('Checking your withdrawal');
    answer();
    await eventually(() => expect(toasts.value.map(({ text }) => text())).toEqual(['Withdrawal submitted']));
    await eventually(() => expect(page.text()).not.toContain('Checking your withdrawal'));
    expect(sessionStorage.getItem('souk.draft.withdraw')).toBeNull();
    await eventually(() => expect(amountOf(page)).toBe(''));
    expect(await balances(client.server, amina)).toMatchObject({ frozen: 50_000_000n });
  });

  test('a withdrawal that the server may have forgotten is never called lost, and leads to the movements', async () => {
    await funded();
    await client.signIn(amina);
    markSent('withdraw');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + 49 * 3_600_000 });
    const { page } = await at('/withdraw');
    const steps = setInterval(() => act(() => void vi.advanceTimersByTime(500)), 10);
    await vi
      .waitUntil(() => /can no longer tell/.test(page.text()), { timeout: 10_000 })
      .finally(() => {
        clearInterval(steps);
        vi.useRealTimers();
      });
    expect(page.text()).not.toMatch(/nothing was|go through\./i);
    expect((await page.find('link', 'Transactions')).getAttribute('href')).toBe('/walletFlow');
    expect(wasSent('withdraw')).toBe(false);
  });

  test('a withdrawal of an amount that was typed with a comma is quoted after a reload as it was meant', async () => {
    const { id } = await funded();
    sessionStorage.setItem('souk.draft.withdraw', JSON.stringify({ amount: '30,00', accountId: id }));
    await client.signIn(amina);
    const page = open('/withdraw?again=1', screens);
    await page.find('button', 'Withdraw $30.00');
    expect(client.of('POST /v1/quote').map(({ body }) => body)).toMatchObject([{ amount: '30.00' }]);
  });

  test('a withdrawal with an old quote shows another one, and asks the password again', async () => {
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

describe('a withdrawal that is not possible, or not known', () => {
  test('shows why it is disabled, by which rule, how to object, and asks for nothing', async () => {
    await funded();
    await restrict(client.server.deps, {
      shopId: amina.shopId,
      kind: 'withdrawal_prohibited' as const,
      actor: 'rosa',
      reviewDays: 7,
      facts: 'Two papers differ.',
      rule: 'Terms 7.3',
    });
    const { page } = await at('/withdraw');
    await page.says(/Withdrawals are disabledUntil.*ReasonsIn the platform’s wordsTwo papers differ\./);
    expect(page.text().split('We never ask you to pay to withdraw.')).toHaveLength(2);
    await page.says('You can’t withdraw right now');
    expect(page.text()).not.toContain('You can withdraw $');
    expect(page.all('form')).toEqual([]);
    await page.press('link', 'Appeal');
    await page.says(/Withdrawals are disabled.*Two papers differ\..*Terms 7\.3.*Appeal this decision/);
  });

  test('shows the amount on a server that does not quote, and that the fee is not stated', async () => {
    await funded();
    const user = await at('/withdraw');
    session.value = { status: 'signed-in', me: { ...session.value.me, features: [] } };
    await user.pick('DEMO Bank');
    await user.fill('Amount', '50.00');
    await user.submit();
    await user.page.says(/Amount\$?50\.00Available balance/);
    await user.page.says('Withdrawal feeUnknown');
    expect(user.page.text()).not.toMatch(/NaN|undefined|You receive/);
    await user.confirm();
    await user.page.says('Your withdrawal is under review.');
  });
});

describe('the history of withdrawals', () => {
  test('shows for a refused withdrawal why, what to do, the money back, and no fee', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    await decideOn(client.server, data.withdrawal.id, 'reject');
    const { page } = await at('/history');
    await page.says('Failed');
    await page.says('L. Haddad');
    const quoted = (tag: string) => page.all(tag).map((one) => one.textContent);
    expect(quoted('li q')).toEqual(['The account is in the name of L. Haddad.']);
    expect(page.text()).toContain('We never ask you to pay to withdraw.');
    await page.press('li a');
    await page.says('Not approved');
    await page.says(
      'The name on the account isn’t the verified name of the shop’s owner. Withdraw to an account in your own name. You paid no fee.In the platform’s words',
    );
    expect(quoted('blockquote')).toEqual(['The account is in the name of L. Haddad.']);
    expect(page.all('button', 'Cancel withdrawal')).toEqual([]);
    expect(page.get('link', 'See its transactions in the wallet').getAttribute('href')).toContain(
      data.withdrawal.no,
    );
    expect(await balances(client.server, amina)).toMatchObject({ available: 100_000_000n, frozen: 0n });
  });

  test('lets a withdrawal that is checked be taken back, in full', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at(`/history?no=${data.withdrawal.no}`);
    await page.press('button', 'Cancel withdrawal');
    await page.says('The full $50.00 will return to your balance, with no fee.');
    const [, yes] = page.all('dialog button.btn');
    yes?.click();
    await page.says('Canceled by you');
    expect(await balances(client.server, amina)).toMatchObject({ available: 100_000_000n, frozen: 0n });
  });

  test('shows for a withdrawal that is being paid until when, in place of the way back, which is there again after that', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { id: withdrawal, no } = data.withdrawal;
    await decideOn(client.server, withdrawal, 'start');
    const { page } = await at(`/history?no=${no}`);
    await page.says(
      /Being paid: you can’t cancel it right now\.Since .+If it isn’t sent by .+, you can cancel it again\./,
    );
    expect(page.all('button', 'Cancel withdrawal')).toEqual([]);
    leave();
    client.server.clock.advance(4 * 3_600_000);
    const { page: later } = await at(`/history?no=${no}`);
    await later.find('button', 'Cancel withdrawal');
    expect(later.text()).not.toContain('Being paid');
  });

  test('shows the steps in their order where a bank sent a withdrawal back after it had confirmed it', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { no } = data.withdrawal;
    for (const step of ['approve', 'paid', 'returned'] as const) await decideOn(client.server, no, step);
    const { page } = await at(`/history?no=${no}`);
    await page.says('Paid to your account');
    const steps = /Submitted.*Reviewed by the platform.*Sent.*Paid to your account.*Returned/;
    expect(page.text()).toMatch(steps);
    expect(page.text()).toContain('The receiving account is closed.');
    expect(page.all('.dot')[0]?.textContent).toBe('Failed');
    expect(await balances(client.server, amina)).toMatchObject({ available: 100_000_000n, frozen: 0n });
  });

  test('shows that a withdrawal is being paid since its screen was opened, where it is to be taken back', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at(`/history?no=${data.withdrawal.no}`);
    await page.press('button', 'Cancel withdrawal');
    await page.says('The full $50.00 will return to your balance, with no fee.');
    await decideOn(client.server, data.withdrawal.id, 'start');
    const [, yes] = page.all('dialog button.btn');
    yes?.click();
    await page.says('Being paid: you can’t cancel it right now.');
    expect(page.all('button', 'Cancel withdrawal')).toEqual([]);
    expect(await balances(client.server, amina)).toMatchObject({
      available: 50_000_000n,
      frozen: 50_000_000n,
    });
  });

  test('marks a withdrawal on its way as sent, in the list and on its own page, and no longer as under review', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { no } = data.withdrawal;
    const says = async (url: string, chip: string) => {
      const { page } = await at(url);
      await eventually(() => expect(page.all('.dot')[0]?.textContent).toBe(chip));
      leave();
    };
    for (const url of ['/history', `/history?no=${no}`]) await says(url, 'Under review');
    await decideOn(client.server, data.withdrawal.id, 'approve');
    for (const url of ['/history', `/history?no=${no}`]) await says(url, 'Sent');
  });

  test('marks a withdrawal that no bank confirmed as back on hold, and counts no fee and nothing received', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    await decideOn(client.server, data.withdrawal.id, 'approve');
    for (let day = 0; day < 40; day++) {
      client.server.clock.advance(86_400_000);
      await runDue(client.server.deps);
      if ((await balances(client.server, amina)).frozen > 0n) break;
    }
    const { page } = await at(`/history?no=${data.withdrawal.no}`);
    await eventually(() => expect(page.all('.dot')[0]?.textContent).toBe('Back in your wallet, on hold'));
    expect(page.text()).not.toContain('You receive');
    expect(page.text()).not.toContain('Withdrawal fee');
  });

  test('shows for a paid withdrawal its sums, every step with its time, and the reference to copy', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    await decideOn(client.server, data.withdrawal.id, 'approve');
    await decideOn(client.server, data.withdrawal.id, 'paid');
    const { page } = await at(`/history?no=${data.withdrawal.no}`);
    await page.says('Withdrawal$50.00CompletedWithdrawal fee−$0.75You receive$49.25DEMO Bank');
    await page.says(proofFor(data.withdrawal.id));
    expect(page.all('.four').map((part) => part.textContent)).toEqual([proofFor(data.withdrawal.id)]);
    expect(page.all('.spine > li').map((step) => step.querySelector('p')?.textContent ?? '')).toHaveLength(4);
  });

  test('is reached from the wallet by the hold and by the row, and by its notice', async () => {
    const { id } = await funded();
    const { data } = await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at('/wallet');
    const { no } = data.withdrawal;
    const row = await page.find('link', `Withdrawal ${no}`);
    const [hold, ...others] = page.all(`a[href="/history?no=${no}"]`);
    expect(others).toEqual([row]);
    act(() => hold?.click());
    await page.says('We check the account holder');
    const notices = await client.server.call<{ list: { link: string }[] }>('POST /v1/notify/list', {}, amina);
    expect(notices.data.list[0]?.link).toBe(`/history?no=${no}`);
  });

  test('withdrawals are drawn in Arabic, with amounts left to right', async () => {
    const { id } = await funded();
    await withdraw(client.server, amina, { amount: '50.00', accountId: id });
    const { page } = await at('/history');
    switchTo('ar');
    await page.says('قيد المراجعة');
    expect(page.get('bdi.num').getAttribute('dir')).toBe('ltr');
  });
});
