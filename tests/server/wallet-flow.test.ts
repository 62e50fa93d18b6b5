import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { parseMoney } from '../../src/contract/money.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { day, minute } from '../../src/server/platform/clock.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { kinds } from '../harness/database.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Flow = Output<'POST /v1/user/wallet_flow'>;
const own = ['available', 'frozen', 'shop', 'deposit'] as const;
const signed = (row: Flow['list'][number]) => (row.direction === 'in' ? 1n : -1n) * parseMoney(row.amount);

describe.each(kinds)('the wallet on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let token: string;
  const flow = async (input: object = {}) =>
    (await server.call('POST /v1/user/wallet_flow', input, { token })).data;
  const wallet = async () => (await server.call('POST /v1/user/wallet', {}, { token })).data;
  const all = async (input: object = {}) => {
    const rows: Flow['list'] = [];
    let cursor: string | null = null;
    do {
      const page: Flow = await flow({ ...input, limit: 3, ...(cursor ? { cursor } : {}) });
      rows.push(...page.list);
      cursor = page.nextCursor;
    } while (cursor);
    return rows;
  };

  beforeAll(async () => {
    user = await server.addUser();
    const { shopId: shop } = user;
    const booked = { shop, amount: '500.00', code: 'opening_balance', proof: `LEDGER ${shop}` };
    await server.decide('recharge-book', booked, 'test');
    const { id: goodsId } = await addListed(server, user);
    for (let index = 0; index < 6; index++) {
      const order = await place(server, user, goodsId, index % 2 ? { wallet: 'held_until_delivery' } : {});
      await drive(
        server,
        order,
        (['accepted', 'waiting_for_withdrawal', 'to_be_shipped'] as const)[index % 3] ?? 'accepted',
      );
      server.clock.advance(3 * day);
      await runDue(server.deps);
    }
    const hold = {
      shop,
      amount: '30.00',
      code: 'dispute',
      facts: 'A buyer disputes order 1.',
      rule: 'Terms 7.2',
    };
    await server.decide('hold', hold, 'test');
    const { data } = await server.call<{ token: string }>('POST /login', {
      username: user.username,
      password,
    });
    token = data.token;
  });

  it('shows the ledger’s own balances, and what is only expected apart from them', async () => {
    const shown = await wallet();
    const held = await Promise.all(own.map((name) => balanceOf(server.deps.db, `M.${name}:${user.shopId}`)));
    const amounts = [shown.balance, shown.frozenAmount, shown.shopBalance, shown.depositMargin].map(
      parseMoney,
    );
    expect(amounts).toEqual(held);
    expect(parseMoney(shown.total)).toBe(held.reduce((sum, amount) => sum + amount, 0n));
    expect(shown.nextRelease).not.toBeNull();
    expect(shown.payPasswordSet).toBe(true);
  });

  it.each([undefined, ...own])('adds opening and rows up to closing: account %s', async (account) => {
    const filter = account ? { account } : {};
    for (const span of [
      {},
      { from: '2025-03-06' },
      { to: '2025-03-15' },
      { from: '2025-03-06', to: '2025-03-15' },
    ]) {
      const input = { ...filter, ...span };
      const [{ opening, closing, totals }, rows] = [await flow(input), await all(input)];
      const moved = rows.reduce((sum, row) => sum + signed(row), 0n);
      expect(parseMoney(opening) + moved).toBe(parseMoney(closing));
      expect(parseMoney(totals.in) - parseMoney(totals.out)).toBe(moved);
    }
    if (account)
      expect(parseMoney((await flow(filter)).closing)).toBe(
        await balanceOf(server.deps.db, `M.${account}:${user.shopId}`),
      );
  });

  it.each(own)('shows in each row what %s held after it', async (account) => {
    const rows = await all({ account });
    let balance = 0n;
    for (const row of rows.reverse()) {
      balance += signed(row);
      expect(parseMoney(row.balanceAfter ?? 'none')).toBe(balance);
    }
  });

  it('finds the rows of a kind, a direction and an order', async () => {
    const rows = await all();
    const settled = rows.filter((row) => row.kind === 'settlement');
    expect(settled.length).toBeGreaterThan(0);
    expect(await all({ kinds: ['settlement'] })).toEqual(settled);
    expect(await all({ direction: 'out' })).toEqual(rows.filter((row) => row.direction === 'out'));
    const { refNo } = settled[0] ?? {};
    expect(await all({ refNo })).toEqual(rows.filter((row) => row.refNo === refNo));
    const filtered = await flow({ kinds: ['settlement'], from: '2025-03-06' });
    const { opening, closing, totals } = filtered;
    expect(parseMoney(opening) + parseMoney(totals.in) - parseMoney(totals.out)).toBe(parseMoney(closing));
  });

  it.each([
    ['in', 'out'],
    ['out', 'in'],
  ] as const)(
    'adds up what goes %s where only that is asked for, and nothing that goes %s',
    async (direction, other) => {
      const [from, account] = ['2025-03-06', 'available'];
      const sum = (rows: Flow['list']) => rows.reduce((moved, row) => moved + signed(row), 0n);
      for (const span of [{ from }, {}]) {
        expect((await flow({ account, ...span })).totals).not.toMatchObject({ [other]: '0.00' });
        const rows = await all({ account, direction, ...span });
        const { opening, closing, totals } = await flow({ account, direction, ...span });
        const moved = sum(rows);
        expect(totals[other]).toBe('0.00');
        expect(parseMoney(totals[direction])).toBe(moved < 0n ? -moved : moved);
        const whole = sum(await all({ account, direction }));
        expect([parseMoney(opening), parseMoney(closing)]).toEqual([whole - moved, whole]);
      }
    },
  );

  it('gives all rows as a file, by a link that lasts five minutes', async () => {
    const { fileUrl, list, closing } = await flow({ format: 'csv', account: 'available' });
    expect(list).toEqual([]);
    const answer = await server.app.request(fileUrl ?? '');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="shop_\w+\.wallet\.csv"; filename\*=UTF-8''Transactions\.csv$/,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n');
    expect(lines).toHaveLength((await all({ account: 'available' })).length + 1);
    expect(lines[1]).toMatch(
      /^2025-03-03T09:00:00\+00:00,Top-up,R-\S+,Available,500\.00,,500\.00,USD,Opening balance,\d+,[0-9a-f]{64}$/,
    );
    expect(lines.at(-1)).toContain(`,${closing},USD`);
    const typeOf = async (url: string) => (await server.app.request(url)).headers.get('content-type');
    const altered = new URL(fileUrl ?? '', 'http://souk');
    altered.searchParams.set('filter', '{}');
    expect(await typeOf(altered.pathname + altered.search)).toMatch(/json/);
    altered.searchParams.delete('filter');
    expect(await typeOf(altered.pathname + altered.search)).toMatch(/json/);
    server.clock.advance(5 * minute);
    expect(await typeOf(fileUrl ?? '')).toMatch(/json/);
  });

  it.each([
    [
      'labels',
      'fr',
      ['Recharge', 'Disponible'],
      'Date et heure,Type,Référence,Solde,Entrées,Sorties,Solde après mouvement,Devise,Motif,N° de ligne,Code de contrôle',
    ],
    [
      'keys',
      'fr',
      ['recharge', 'available'],
      'at,kind,reference,account,in,out,balance_after,currency,reason,seq,hash',
    ],
  ])('names the columns of a file and its types by %s', async (columns, lang, [kind, account], header) => {
    const other = await server.addUser();
    const proof = `LEDGER ${other.shopId}`;
    const booked = { shop: other.shopId, amount: '100.00', code: 'opening_balance', proof };
    await server.decide('recharge-book', booked, 'test');
    const input = { format: 'csv', ...(columns === 'keys' && { columns }) };
    const asked = { token: other.token, headers: { 'accept-language': lang } };
    const { data } = await server.call('POST /v1/user/wallet_flow', input, asked);
    // The link alone decides: a browser that saves the file may speak another language.
    const answer = await server.app.request(data.fileUrl ?? '', { headers: { 'accept-language': 'ja' } });
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]?.replace('\ufeff', '')).toBe(header);
    expect(lines[1]?.replace(/R-\S+?,/, 'R,')).toMatch(
      new RegExp(
        `^[\\d-]+T[\\d:]+\\+00:00,${kind},R,${account},100\\.00,,100\\.00,USD,Solde initial,1,[0-9a-f]{64}$`,
      ),
    );
  });

  it('sums over all accounts only what came from outside and went there, no move between them', async () => {
    const other = await server.addUser();
    const { shopId: shop } = other;
    const booked = { shop, amount: '100.00', code: 'opening_balance', proof: `LEDGER ${shop}` };
    await server.decide('recharge-book', booked, 'test');
    const facts = { facts: 'A buyer disputes order 1.', rule: 'Terms 7.2' };
    const placed = { shop, amount: '30.00', code: 'dispute', ref: 'DISPUTE-1', ...facts };
    await server.decide('hold', placed, 'test');
    const of = async (input: object) =>
      (await server.call('POST /v1/user/wallet_flow', input, { token: other.token })).data;
    const whole = await of({});
    expect(whole.list).toHaveLength(3);
    expect(whole).toMatchObject({
      totals: { in: '100.00', out: '0.00' },
      opening: '0.00',
      closing: '100.00',
    });
    const held = await of({ refNo: 'DISPUTE-1' });
    expect(held.list.map(({ kind, refNo }) => [kind, refNo])).toEqual([
      ['hold', 'DISPUTE-1'],
      ['hold', 'DISPUTE-1'],
    ]);
    expect(held.totals).toEqual({ in: '0.00', out: '0.00' });
    expect((await of({ account: 'available' })).totals).toEqual({ in: '100.00', out: '30.00' });
  });

  it('names what a hold was placed for, and no id where there is no such thing', async () => {
    const [row] = await all({ kinds: ['hold'] });
    expect(row).toMatchObject({ refType: 'hold', refNo: expect.stringMatching(/^hld_/) });
  });

  it('says a reason in the reader’s language', async () => {
    const [row] = await all({ kinds: ['recharge'] });
    expect(row).toMatchObject({ amount: '500.00', reason: 'Opening balance', refType: 'recharge' });
  });

  it('grows its version with every movement', async () => {
    const before = await wallet();
    const booked = { shop: user.shopId, amount: '1.00', proof: 'FT 2611' };
    await server.decide('recharge-book', booked, 'test');
    expect((await wallet()).version).toBeGreaterThan(before.version);
    expect((await wallet()).version).toBe((await wallet()).version);
  });
});
