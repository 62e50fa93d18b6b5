import { describe, expect, it } from 'vitest';
import { conform } from '../../src/conform/conform.ts';
import { lineOf } from '../../src/conform/report.ts';
import { decimalsOf } from '../../src/contract/currencies.ts';
import { codes } from '../../src/contract/errors.ts';
import {
  formatIn,
  formatMoney,
  isWritable,
  parseMoney,
  SIGNED_MONEY,
  UNITS,
  unitOf,
} from '../../src/contract/money.ts';
import { day } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { usableAccount } from '../harness/bank.ts';
import { verify } from '../harness/identity.ts';
import { addGoods, place } from '../harness/market.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { payPassword } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { decideOn } from '../harness/withdrawing.ts';

/** Yields each text of an answer with the name of its field. */
function* textsOf(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* textsOf(part, Array.isArray(value) ? name : key);
}

/** An amount as a sentence has it, with its decimals: "¥1,234", "KWD 1.500". */
const inSentence = /(?:¥|₩|Rp|USDT|KWD|د\.ك)\s?[\d,]*\d(?:\.(\d+))?/g;

describe.each(['JPY', 'KRW', 'IDR', 'USDT', 'KWD'])('a merchant whose money is %s', (currency) => {
  const config = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0', SOUK_CURRENCY: currency });
  const server = useServer('postgres', { config: { ...config, passwordCost: 16, operator } });
  const unit = unitOf(currency);
  /** Units of the currency that make a share of 5 % uneven. */
  const uneven = (whole: bigint, rest: bigint) => whole * UNITS + rest * unit;
  const fivePercent = (amount: bigint) => (((amount / unit) * 5n + 50n) / 100n) * unit;

  const decimals = decimalsOf(currency);
  const unwritable: string[] = [];
  const check = (where: string, body: unknown) => {
    for (const [name, text] of textsOf(body)) {
      if (/Percent$|^rate$/.test(name)) continue;
      if (/^-?\d+\.\d+$/.test(text) && SIGNED_MONEY.test(text) && !isWritable(parseMoney(text), currency))
        unwritable.push(`${where} ${name} ${text}`);
      for (const [shown, fraction = ''] of text.matchAll(inSentence))
        if (fraction.length !== decimals) unwritable.push(`${where} ${name}: ${shown}`);
    }
  };
  const fetch = async (url: string, init?: RequestInit) => {
    const answer = await server.app.request(url, init);
    if (answer.headers.get('content-type')?.includes('json')) check(url, await answer.clone().json());
    return answer;
  };

  it('sells, pays, refunds, advertises, recharges and withdraws in what it can write, to the last unit', async () => {
    const user = await server.addUser();
    const { shopId } = user;
    const call = async <T = Record<string, never>>(name: string, input: object = {}) => {
      const { code, data, text } = await user.call<T>(name, input);
      expect(code, `${name}: ${text}`).toBe(codes.ok);
      check(name, data);
      return data;
    };
    await verify(server, user);
    const channel = await openTronChannel(server);
    const recharged = uneven(150n, 7n);
    const proof = { channelId: channel.id, txHash: hashOf(`in ${currency}`) };
    const reported = await report(server, user, { ...proof, amount: formatIn(currency, recharged) });
    check('report', reported.data);
    const { no: recharge } = reported.data.recharge;
    await server.decide('recharge-approve', { recharge, amount: formatMoney(recharged) });

    const [cost, shipping, price] = [uneven(10n, 7n), uneven(2n, 1n), uneven(33n, 33n)];
    const article = await addGoods(server, { cost, shipping, price });
    const sellingPrice = formatMoney(price);
    await call('POST /v1/showcase/add', { items: [{ goodsId: article.id, sellingPrice }] });
    const options = (nth: number) => (nth % 2 ? { wallet: 'held_until_delivery' } : {});
    const placed = [];
    for (let nth = 0; nth < 10; nth++) placed.push(await place(server, user, article.id, options(nth)));
    for (const nth of [0, 1]) {
      const orderIds = placed.filter((_, at) => at % 2 === nth).map(({ id }) => id);
      const { quoteId } = await call<{ quoteId: string }>('POST /v1/quote', { kind: 'order', orderIds });
      await call('POST /v1/order/pay', { orderIds, quoteId, payPassword });
    }
    for (const { no: order } of placed) {
      await server.decide('ship', { order, carrier: 'Meridian Post', tracking: 'MP1' });
      for (const step of ['deliver', 'accept']) await server.decide(step, { order });
    }
    const part = uneven(3n, 1n);
    const wanted = { order: placed[3]?.no, reason: 'Dented.', code: 'damaged', amount: formatMoney(part) };
    const { id: caseId } = await server.decide<{ id: string }>('case-open', wanted);
    await call('POST /v1/order/after-sale', { caseId, answer: 'approve' });
    await user.wait(40 * day);
    await user.wait(40 * day);

    const ad = {
      title: 'Front',
      image: '/files/thing.svg',
      target: 'shop',
      unit: 'click',
      quantity: '3',
      days: '7',
    };
    const { id: adId } = await server.decide<{ id: string }>('ad-create', { ...ad, price: '10.00' });
    const { purchase } = await call<{ purchase: { id: string; no: string } }>('POST /v1/ad/pay', {
      adId,
      payPassword,
    });
    await server.decide('ad-deliver', { purchase: purchase.no, count: '1', reference: `REPORT ${currency}` });
    await call('POST /v1/ad/cancel', { purchaseId: purchase.id });
    const advertised = (10n * UNITS) / 3n;

    const accountId = (await usableAccount(server, user)).id;
    const amount = uneven(100n, 9n);
    const asked = { kind: 'withdraw', accountId, amount: formatMoney(amount) };
    const quote = await call<{ quoteId: string; net: string; fee: string }>('POST /v1/quote', asked);
    const { withdrawal } = await call<{ withdrawal: { id: string } }>('POST /v1/user/withdraw/add', {
      ...asked,
      quoteId: quote.quoteId,
      payPassword,
    });
    await decideOn(server, withdrawal.id, 'approve');
    await decideOn(server, withdrawal.id, 'paid');

    const each = price - cost - shipping - fivePercent(price);
    const left = recharged + 10n * each - part - (advertised - (advertised % unit)) - amount;
    expect(await user.held('available')).toBe(left);
    expect(parseMoney(quote.net) + parseMoney(quote.fee)).toBe(amount);

    const findings = await conform({ url: '/api', fetch }, user.token);
    expect(findings.filter(({ faults }) => faults.length > 0).map(lineOf)).toEqual([]);
    await server.decide('restrict', { shop: shopId, kind: 'account_disabled', facts: 'f', rule: 'r' });
    const { data } = await user.call<{ exports: Record<string, string> }>('GET /v1/me');
    const columns = { wallet: ['in', 'out', 'balance_after'], orders: ['amount', 'cost', 'fee', 'refunded'] };
    for (const file of ['wallet', 'orders'] as const) {
      const answer = await server.app.request(`${data.exports[file]}&columns=keys`);
      const [header = [], ...rows] = (await answer.text())
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      expect(rows.length).toBeGreaterThan(9);
      for (const name of columns[file])
        for (const row of rows) {
          const written = row[header.indexOf(name)] ?? 'none';
          const ofCurrency = decimals ? `\\d+\\.\\d{${decimals}}` : '\\d+';
          expect(written, `${file} ${name}`).toMatch(new RegExp(`^(${ofCurrency})?$`));
        }
    }
    check('statements', await (await server.app.request(data.exports.statements ?? '')).text());
    expect(unwritable).toEqual([]);
  });

  it('takes no amount that it cannot write, from a merchant or an operator', async () => {
    const user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    await verify(server, user);
    const fine = formatMoney(50n * UNITS + unit / 10n);
    const refused = (field: string) => ({
      code: codes.invalidParameter,
      data: { field, params: { kind: 'decimals', limit: decimals } },
    });
    const article = await addGoods(server);
    const { id: accountId } = await usableAccount(server, user);
    const items = (sellingPrice: string) => ({ items: [{ goodsId: article.id, sellingPrice }] });
    expect(await user.call('POST /v1/showcase/add', items(fine))).toMatchObject(
      refused('items.0.sellingPrice'),
    );
    const { data } = await user.call('POST /v1/showcase/add', items('50.00'));
    const edit = { id: data.added[0]?.id, sellingPrice: fine };
    expect(await user.call('POST /v1/showcase/edit', edit)).toMatchObject(refused('sellingPrice'));
    const withdrawal = { accountId, amount: fine };
    const quote = await user.call('POST /v1/quote', { kind: 'withdraw', ...withdrawal });
    expect(quote).toMatchObject(refused('amount'));
    const asked = await user.call('POST /v1/user/withdraw/add', { ...withdrawal, payPassword });
    expect(asked).toMatchObject(refused('amount'));
    const channel = await openTronChannel(server, { name: `More ${currency}` });
    const proof = { channelId: channel.id, txHash: hashOf(`fine ${currency}`) };
    expect(await report(server, user, { ...proof, amount: fine })).toMatchObject(refused('amount'));
    const hold = { shop: user.shopId, amount: fine, code: 'risk', facts: 'f', rule: 'r' };
    expect(await server.refused('hold', hold)).toMatchObject({
      code: codes.invalidParameter,
      detail: { field: 'amount', params: { kind: 'decimals', limit: decimals } },
    });
    expect(await user.held('available')).toBe(100n * UNITS);
  });
});
