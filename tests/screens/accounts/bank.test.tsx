import { describe, expect, test } from 'vitest';
import BankEdit from '../../../src/screens/accounts/bank-edit.tsx';
import BankList from '../../../src/screens/accounts/bank-list.tsx';
import { addAccount, card, tron, usableAccount } from '../../harness/bank.ts';
import type { Client } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { userActions } from '../../harness/user-actions.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { withdraw } from '../../harness/withdrawing.ts';
import { describedBy, switchTo } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 1_500, start: new Date().toISOString() }, (given) => {
  ({ client, amina } = given);
});

const screens = { '/bankList': BankList, '/bankEdit': BankEdit };
const at = async (url: string) => {
  await client.signIn(amina);
  const page = open(url, screens);
  return { page, ...userActions(page) };
};
const added = () => client.of('POST /v1/user/bank/add');
const typed = (page: Awaited<ReturnType<typeof at>>['page'], label: string) =>
  (page.get('textbox', label) as HTMLInputElement).value;

describe('the list of accounts', () => {
  test('counts and masks them, and says from when a new one can be used', async () => {
    await addAccount(client.server, amina);
    await addAccount(client.server, amina, { type: 'trx_usdt', address: tron[0] });
    const { page } = await at('/bankList');
    await page.says('Accounts: 2 of 5');
    await page.says('DEMO Bank •••• 7890');
    await page.says(/Available from .+, \d+:\d\d/);
    expect(page.text()).not.toContain(tron[0]);
    expect(page.text()).toContain(tron[0].slice(-4));
  });

  test('offers no sixth: the button is disabled and the reason names the number', async () => {
    for (const end of [1, 2, 3, 4, 5])
      await addAccount(client.server, amina, { ...card, cardNo: `62220212345678${end}0` });
    const { page } = await at('/bankList');
    await page.says('Accounts: 5 of 5');
    expect(page.get('button', 'Add account').getAttribute('aria-disabled')).toBe('true');
    await page.says('You’ve reached the limit of withdrawal accounts: 5.');
  });

  test('asks the password for a removal, and shows the tries left after a wrong one', async () => {
    await addAccount(client.server, amina);
    const { page, confirm } = await at('/bankList');
    await page.press('li button');
    await page.find('dialog', 'Edit account');
    await page.press('button', 'Remove');
    await page.find('dialog', 'Remove account?');
    await confirm('111111');
    await page.says('Wrong payment password. Nothing was changed. 4 attempts left.');
    await confirm();
    await page.says('Your account is removed.');
    await page.press('button', 'Done');
    await page.says('No withdrawal account yet');
  });

  test('keeps an account that a withdrawal is on its way to', async () => {
    await client.server.fund(amina.shopId, 100_000_000n);
    const { id } = await usableAccount(client.server, amina);
    await withdraw(client.server, amina, { amount: '20.00', accountId: id });
    const { page } = await at('/bankList');
    await page.says('You can’t edit this account while a withdrawal to it is in progress.');
    expect(page.all('li button')).toEqual([]);
    leave();
    const edit = await at(`/bankEdit?id=${id}`);
    await edit.page.says('You can’t edit this account while a withdrawal to it is in progress.');
    expect(edit.page.all('form')).toEqual([]);
  });
});

describe('a new account', () => {
  test('a new account for a card names the wait before the password, and in the list', async () => {
    const { page, fill, submit, confirm } = await at('/bankEdit');
    await page.press('link', 'Bank card');
    await fill('Bank', 'DEMO Bank');
    await fill('Card or account number', '6222 0212 3456 7890');
    await fill('Account holder', 'Amina Haddad');
    await submit();
    await page.find('dialog', 'Save account?');
    await page.says('you can use it 24 hours after saving');
    expect(added()).toEqual([]);
    await confirm();
    await page.says('Your account is saved. You can withdraw to it from');
    await page.press('link', 'Done');
    await page.says('Accounts: 1 of 5');
    expect(added()).toHaveLength(1);
  });

  test('names no wait where the operator sets none, and can be used at once', async () => {
    const { limits } = client.server.deps.config;
    client.server.deps.config.limits = { ...limits, newAccountUsableAfterHours: 0 };
    try {
      const { page, fill, submit, confirm } = await at('/bankEdit?type=trx_usdt');
      await fill('Wallet address', tron[0]);
      await submit();
      await page.find('dialog', 'Save account?');
      await page.says('You can use it right after saving.');
      expect(page.text()).not.toMatch(/hours? after saving/);
      await confirm();
      await page.says('Your account is saved.');
      await page.press('link', 'Done');
      await page.says('Accounts: 1 of 5');
      expect(page.text()).not.toContain('Available from');
    } finally {
      client.server.deps.config.limits = limits;
    }
  });

  test('a new account that was saved leaves an empty form below its sheet', async () => {
    const { page, fill, submit, confirm } = await at('/bankEdit?type=trx_usdt');
    await fill('Wallet address', tron[0]);
    await submit();
    await confirm();
    await page.says('Your account is saved.');
    await page.press('button', 'Close');
    await eventually(() => expect(typed(page, 'Wallet address')).toBe(''));
  });

  test.each([
    ['an address of another network', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['one letter too few', tron[0].slice(0, -1)],
  ])(
    'a new account with the TRON address %s is refused beside the field, and nothing is sent',
    async (_, address) => {
      const { page, fill, submit } = await at('/bankEdit');
      await page.press('link', 'USDT · TRON (TRC-20)');
      await fill('Wallet address', address);
      await submit();
      await page.says('This isn’t a TRON address.');
      expect(describedBy(page.get('textbox', 'Wallet address'))).toContain('This isn’t a TRON address.');
      expect(page.all('dialog')).toEqual([]);
      expect(added()).toEqual([]);
    },
  );

  test('a new account with one changed letter of a TRON address is refused by the server, and no try of the password is counted', async () => {
    const { page, fill, submit, confirm } = await at('/bankEdit?type=trx_usdt');
    await fill('Wallet address', tron[0].replace('NHq', 'NHr'));
    await submit();
    await confirm('111111');
    await eventually(() =>
      expect(describedBy(page.get('textbox', 'Wallet address'))).toContain('This isn’t a TRON address.'),
    );
    expect(page.all('dialog')).toEqual([]);
    await fill('Wallet address', tron[0]);
    await submit();
    await confirm('111111');
    await page.says('4 attempts left.');
  });

  test('a new account that exists already is refused where it was typed, after the password', async () => {
    await addAccount(client.server, amina, { type: 'trx_usdt', address: tron[0] });
    const { page, fill, submit, confirm } = await at('/bankEdit?type=trx_usdt');
    await fill('Wallet address', tron[0]);
    await submit();
    await confirm();
    await eventually(() =>
      expect(describedBy(page.get('textbox', 'Wallet address'))).toContain('already in your list'),
    );
    expect(page.all('dialog')).toEqual([]);
  });
});

describe('a changed account', () => {
  test('sends only what was changed, and starts no wait for a note alone', async () => {
    const { data } = await addAccount(client.server, amina, { type: 'trx_usdt', address: tron[0] });
    const { page, fill, submit, confirm } = await at(`/bankEdit?id=${data.account.id}`);
    await page.says(`Ends in ${tron[0].slice(-4)}. Leave blank to keep it.`);
    await submit();
    await page.says('Nothing was changed.');
    await fill('Note (optional)', 'Savings');
    await submit();
    await page.says('Only the note changes.');
    await confirm();
    await page.says('Your account is saved.');
    const [sent] = client.of('POST /v1/user/bank/edit');
    expect(sent?.body).toEqual({ id: data.account.id, note: 'Savings', payPassword: '135790' });
  });

  test('is shown as it was saved once its sheet is closed, without the number that was typed', async () => {
    const { data } = await addAccount(client.server, amina, { type: 'trx_usdt', address: tron[0] });
    const { page, fill, submit, confirm } = await at(`/bankEdit?id=${data.account.id}`);
    await fill('Wallet address', tron[1]);
    await fill('Note (optional)', 'Savings');
    await submit();
    await confirm();
    await page.says('You can withdraw to it from');
    await page.says(`Ends in ${tron[1].slice(-4)}. Leave blank to keep it.`);
    await page.press('button', 'Close');
    await eventually(() => expect(typed(page, 'Wallet address')).toBe(''));
    expect(typed(page, 'Note (optional)')).toBe('Savings');
  });

  test('shows a message where it does not exist', async () => {
    const { page } = await at('/bankEdit?id=acc_none');
    await page.says('We couldn’t find this withdrawal account.');
  });
});

test('the list of accounts is drawn in Arabic', async () => {
  await addAccount(client.server, amina);
  const { page } = await at('/bankList');
  switchTo('ar');
  await page.says('الحسابات: 1 من 5');
  expect(page.get('bdi.code').getAttribute('dir')).toBe('ltr');
});
