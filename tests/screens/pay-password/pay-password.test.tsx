import { beforeEach, describe, expect, test } from 'vitest';
import PayPassword from '../../../src/screens/pay-password/pay-password.tsx';
import { type Client, faults } from '../../harness/client.ts';
import { eventually, open } from '../../harness/render-screen.tsx';
import { password, type TestUser } from '../../harness/server.ts';
import { userActions } from '../../harness/user-actions.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy, write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 1_500, start: new Date().toISOString() }, (given) => {
  ({ client, amina } = given);
});

const at = async (url = '/payPassword') => {
  await client.signIn(amina);
  const page = open(url, { '/payPassword': PayPassword });
  return { page, ...userActions(page) };
};
const changes = () => client.of('POST /v1/user/update_pay_password');
type User = Awaited<ReturnType<typeof at>>;
const newOnes = async ({ fill, submit }: User, one: string, again = one) => {
  await fill('New payment password', one);
  await fill('Confirm new payment password', again);
  await submit();
};

describe('the first payment password', () => {
  beforeEach(async () => {
    amina = await client.server.addUser({ withoutPayPassword: true });
  });

  test('is set with the login password, and leads on', async () => {
    const user = await at();
    await user.fill('Login password', password);
    await newOnes(user, '864209');
    await user.page.says('Your payment password is set. Continue where you left off.');
    await user.page.find('button', 'Continue');
    const next = await user.page.find('link', 'Add a withdrawal account');
    expect(next.getAttribute('href')).toBe('/bankEdit');
  });

  test('is not sent where the entries differ', async () => {
    const user = await at();
    await user.fill('Login password', password);
    await newOnes(user, '864209', '864208');
    await user.page.says('The two entries don’t match.');
    expect(changes()).toEqual([]);
  });

  test('is refused beside the field where it is easy to guess', async () => {
    const user = await at();
    await user.fill('Login password', password);
    await newOnes(user, '123456');
    expect(describedBy(user.page.get('textbox', 'New payment password'))).toContain('easy to guess');
    expect(changes()).toEqual([]);
  });

  test('is refused beside a wrong login password', async () => {
    const user = await at();
    await user.fill('Login password', 'wrong-horse-1');
    await newOnes(user, '864209');
    await eventually(() =>
      expect(describedBy(user.page.get('textbox', 'Login password'))).toContain(
        'The current password isn’t right.',
      ),
    );
  });
});

describe('a change of the payment password', () => {
  test('needs the old one; withdrawals wait, which is announced before', async () => {
    const user = await at();
    await user.page.says('withdraw after 24 hours');
    await user.fill('Current payment password', '135790');
    await newOnes(user, '864209');
    await user.page.says('Your payment password has been changed.');
    await user.page.says(/withdraw from .+\d:\d\d.[AP]M\./);
  });

  test('a change of the payment password with a wrong old one shows how many tries are left, then until when it is locked', async () => {
    const user = await at();
    const wrong = async () => {
      await user.fill('Current payment password', '111111');
      await newOnes(user, '864209');
    };
    await wrong();
    await eventually(() =>
      expect(describedBy(user.page.get('textbox', 'Current payment password'))).toContain(
        'The current payment password isn’t right. 4 attempts left.',
      ),
    );
    for (const left of ['3 attempts', '2 attempts', '1 attempt']) {
      await wrong();
      await user.page.says(`${left} left.`);
    }
    await wrong();
    await user.page.says(/Payments are locked until \d+:\d\d/);
  });

  test('a change of the payment password with a late answer shows "checking", and then what happened', async () => {
    client.fault('POST /v1/user/update_pay_password', faults.lostAnswer);
    client.fault('POST /v1/operation', faults.refusedConnection);
    const user = await at();
    await user.fill('Current payment password', '135790');
    await newOnes(user, '864209');
    await user.page.says('Checking the status');
    await user.page.says('Your payment password has been changed.');
    expect(changes()).toHaveLength(1);
  });
});

test('a forgotten payment password is replaced by a code and the login password', async () => {
  client.server.deps.config.signIn.verify = 'after-failures';
  const user = await at();
  await user.page.press('link', 'Forgot it?');
  await user.page.press('button', 'Send code');
  await user.page.says('We sent a code.');
  const code = client.server.sent[0]?.code ?? '';
  await user.fill('Login password', password);
  await user.fill('Verification code', '0000');
  await newOnes(user, '864209');
  await user.page.says('That code isn’t right.');
  await write(user.page.get('textbox', 'Verification code'), code);
  await user.submit();
  await user.page.says('Your new payment password is set.');
});

test('a forgotten payment password is removed by customer service where no code can be sent', async () => {
  client.server.deps.config.signIn.verify = 'never';
  const { page } = await at('/payPassword?reset=1');
  await page.says('Customer service can remove a forgotten payment password');
  expect(page.all('form')).toEqual([]);
});
