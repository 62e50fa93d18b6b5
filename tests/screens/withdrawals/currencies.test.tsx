import { describe, expect, test } from 'vitest';
import Warehouse from '../../../src/screens/goods/warehouse.tsx';
import Withdraw from '../../../src/screens/withdrawals/withdraw.tsx';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { usableAccount } from '../../harness/bank.ts';
import type { Client } from '../../harness/client.ts';
import { addGoods } from '../../harness/market.ts';
import { eventually, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { userActions } from '../../harness/user-actions.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { describedBy, write } from '../../ui/draw.tsx';

const cases = {
  JPY: {
    empty: ['numeric', '0'],
    wrong: ['1000.50', 'Enter a whole amount, like 1,250.'],
    typed: '10,500',
    shows: /Withdrawal fee−¥158Arrives by.+You receive¥10,342/,
    button: 'Withdraw ¥10,500',
    all: '100000',
    price: ['2,010', ['¥2,010', '−¥12', '−¥101', '+¥1,897']],
  },
  KWD: {
    empty: ['decimal', '0.000'],
    wrong: ['1000.5005', 'Enter an amount, like 12.500.'],
    typed: '10500.505',
    shows: /Withdrawal fee−KWD.157\.508Arrives by.+You receive/,
    button: 'Withdraw KWD\u00a010,500.505',
    all: '100000.000',
    price: [
      '2010.01',
      ['KWD\u00a02,010.010', '−KWD\u00a012.000', '−KWD\u00a0100.501', '+KWD\u00a01,897.509'],
    ],
  },
} as const;

describe.each(['JPY', 'KWD'] as const)('an amount in %s', (currency) => {
  const { empty, wrong, typed, shows, button, all, price } = cases[currency];
  const env = { NODE_ENV: 'test', SOUK_DEMO: '0', SOUK_CURRENCY: currency };
  let client: Client;
  let amina: TestUser;
  withMerchant({ config: { ...readConfig(env), passwordCost: 16 } }, (given) => {
    ({ client, amina } = given);
  });

  test('is typed, corrected, quoted and filled in as the currency has it', async () => {
    await client.server.fund(amina.shopId, 100_000_000_000n);
    await usableAccount(client.server, amina);
    await client.signIn(amina);
    const page = open('/withdraw', { '/withdraw': Withdraw });
    const { fill, submit } = userActions(page);
    const field = (await page.find('textbox', 'Amount')) as HTMLInputElement;
    expect([field.getAttribute('inputmode'), field.placeholder]).toEqual(empty);
    await fill('Amount', wrong[0]);
    await submit();
    await eventually(() => expect(describedBy(field)).toContain(wrong[1]));
    expect(client.of('POST /v1/quote')).toEqual([]);
    await fill('Amount', typed);
    await page.says(shows);
    await page.find('button', button);
    await page.press('button', 'Withdraw all');
    expect(field.value).toBe(all);
  });

  test('is a price whose fee is rounded as the order will be', async () => {
    await addGoods(client.server, {
      name: 'Mug',
      cost: 10_000_000n,
      shipping: 2_000_000n,
      price: 50_000_000n,
    });
    await client.signIn(amina);
    const page = open('/goodsList/warehouse', { '/goodsList/warehouse': Warehouse });
    await page.press('button', 'List Mug');
    await write(await page.find('textbox', 'Selling price'), price[0]);
    const sums = () => page.all('dialog dd').map((row) => row.textContent);
    await eventually(() => expect(sums()).toEqual(price[1]));
  });
});
