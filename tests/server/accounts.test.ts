import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { hour, minute } from '../../src/server/platform/clock.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { addAccount, card, ether, tron } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type List = Output<'POST /v1/user/bank/list'>;
type Edited = Output<'POST /v1/user/bank/edit'>;
const wallet = (address: string) => ({ type: 'trx_usdt', address });
const cards = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...card, cardNo: `62220212345678${10 + at}` }));

const lines: string[] = [];
const log: Log = {
  info: (event, fields) => void lines.push(JSON.stringify([event, fields])),
  error: (event, error, fields) => void lines.push(JSON.stringify([event, String(error), fields])),
};

describe.each(kinds)('withdrawal accounts on %s', (kind) => {
  const server = useServer(kind, { log });
  let user: TestUser;
  const send = <T>(name: string, input: object, as = user, key: string = randomUUID()) =>
    server.call<T>(`POST /v1/user/bank/${name}`, input, { token: as.token, key });
  const list = async (as = user) => (await send<List>('list', {}, as)).data;
  const add = (account: object = card, as = user) => addAccount(server, as, account);
  const added = async (account: object = card) => (await add(account)).data.account;
  const edit = (id: string, change: object) => send<Edited>('edit', { id, payPassword, ...change });
  const remove = (id: string, as = user) => send<{ used: number }>('del', { id, payPassword }, as);

  beforeEach(async () => {
    user = await server.addUser();
  });

  it('start empty, of five', async () => {
    expect(await list()).toEqual({ list: [], used: 0, max: 5 });
  });

  it.each([
    ['a card', card, { last4: '7890', addressMasked: null, bankName: 'DEMO Bank', branchNo: '001' }],
    ['a TRON address', wallet(tron[0]), { last4: 'Lj6t', addressMasked: '•••• Lj6t', bankName: null }],
    [
      'an Ethereum address',
      { type: 'etc_usdt', address: ether, note: 'cold' },
      { last4: 'eaed', note: 'cold' },
    ],
  ])('show %s by its end only, usable after a day', async (_, account, shown) => {
    const { code, data, text } = await add(account);
    expect(code).toBe(codes.ok);
    expect(data).toMatchObject({ account: { ...shown, inUse: false }, used: 1, max: 5 });
    expect(Date.parse(data.usableFrom) - server.clock.now().getTime()).toBe(24 * hour);
    const listed = await send<List>('list', {});
    expect(listed.data.list).toEqual([data.account]);
    for (const answer of [text, listed.text])
      for (const whole of ['6222', tron[0], ether.toLowerCase(), tron[0].slice(1, 8)])
        expect(answer).not.toContain(whole);
  });

  it('say when their holder is not who was verified, as far as names can be compared', async () => {
    const names = async () =>
      Object.fromEntries((await list()).list.map((one) => [one.accountName, one.nameDiffers]));
    await add({ ...card, accountName: 'Amina Idris' });
    expect(await names()).toEqual({ 'Amina Idris': undefined });
    await verify(server, user);
    expect(await names()).toEqual({ 'Amina Idris': false });
    const others = ['IDRIS, AMINA', 'Amína Idrís', 'Layla Haddad', 'أمينة إدريس'];
    for (const [n, accountName] of others.entries())
      await add({ ...card, cardNo: `6222021234500${n}`, accountName });
    expect(await names()).toEqual({
      'Amina Idris': false,
      'IDRIS, AMINA': false,
      'Amína Idrís': false,
      'Layla Haddad': true,
      'أمينة إدريس': undefined,
    });
    const own = await server.addUser();
    await verify(server, own);
    expect((await add(wallet(tron[0]), own)).data.account.nameDiffers).toBeUndefined();
    const { account } = (await add({ ...card, accountName: 'Layla Haddad' }, own)).data;
    expect(account.nameDiffers).toBe(true);
    const changed = await send<Edited>(
      'edit',
      { id: account.id, payPassword, accountName: 'Amina Idris' },
      own,
    );
    expect(changed.data.account.nameDiffers).toBe(false);
  });

  it.each([
    ['an Ethereum address', ether],
    ['an address with one letter wrong', `${tron[0].slice(0, -1)}u`],
    ['nothing like it', 'T-nowhere'],
  ])('refuse %s as one of TRON, without storing it', async (_, address) => {
    expect(await add(wallet(address))).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'address', params: { kind: 'tron_address' } },
    });
    expect((await list()).used).toBe(0);
  });

  it('refuse a checksum that does not match the case of an Ethereum address', async () => {
    const address = ether.replace('A', 'a');
    expect(await add({ type: 'etc_usdt', address })).toMatchObject({
      data: { field: 'address', params: { kind: 'ether_address' } },
    });
  });

  it('are five at the most, however many are sent at once, and the refusal says so in the reader’s language', async () => {
    const answers = await Promise.all(cards(8).map((one) => add(one)));
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(5);
    const sixth = await server.call(
      'POST /v1/user/bank/add',
      { ...card, payPassword },
      { token: user.token, key: randomUUID(), headers: { 'accept-language': 'ar' } },
    );
    expect(sixth).toMatchObject({ code: codes.payAccountMaximum, data: { params: { max: 5 } } });
    expect(sixth.msg).toContain('5');
    expect((await list()).used).toBe(5);
  });

  it('hold a number once, in whatever case it is spelled', async () => {
    await add({ type: 'etc_usdt', address: ether });
    expect(await add({ type: 'etc_usdt', address: ether.toLowerCase() })).toMatchObject({
      code: codes.addFailed,
      msg: 'This account is already in your list.',
      data: { field: 'address', reason: 'account_exists' },
    });
    const other = await server.addUser();
    expect((await add({ type: 'etc_usdt', address: ether }, other)).code).toBe(codes.ok);
  });

  it('cannot be touched without a payment password: 445, and by none after five wrong ones: 446', async () => {
    const fresh = await server.addUser({ withoutPayPassword: true });
    expect((await add(card, fresh)).code).toBe(codes.payPasswordNotSet);
    for (let tries = 0; tries < 5; tries++) await send('add', { ...card, payPassword: '000000' });
    const lockedUntil = new Date(server.clock.now().getTime() + 30 * minute).toISOString();
    expect(await add()).toMatchObject({
      code: codes.payPasswordWrong,
      data: { reason: 'locked', params: { attemptsLeft: 0, lockedUntil } },
    });
  });

  it('wait again where a change sends money elsewhere, and not for a note', async () => {
    const { id, usableFrom } = await added(wallet(tron[0]));
    server.clock.advance(2 * hour);
    const noted = await edit(id, { note: 'phone' });
    expect(noted.data).toMatchObject({ usableFrom, account: { id, note: 'phone' } });
    const moved = await edit(id, { address: tron[1] });
    expect(Date.parse(moved.data.usableFrom) - Date.parse(usableFrom)).toBe(2 * hour);
    expect(moved.data.account).toMatchObject({ id, last4: tron[1].slice(-4) });
    expect((await list()).list).toEqual([moved.data.account]);
    const cleared = await edit(id, { note: '' });
    expect(cleared.data.account.note).toBeNull();
  });

  it.each([
    ['a card’s field on an address', { bankName: 'Bank' }, 'bankName', 'not_of_this_type'],
    ['an address of the other form', { address: ether }, 'address', 'tron_address'],
    ['nothing at all', {}, '', 'nothing_changed'],
  ])('refuse a change with %s', async (_, change, field, kindOf) => {
    const { id } = await added(wallet(tron[0]));
    expect(await edit(id, change)).toMatchObject({
      code: codes.invalidParameter,
      data: { field, params: { kind: kindOf } },
    });
    expect((await list()).list[0]).toMatchObject({ last4: 'Lj6t' });
  });

  it('refuse an address on a card, and a number that another account has', async () => {
    const { id } = await added();
    expect(await edit(id, { address: tron[0] })).toMatchObject({ data: { field: 'address' } });
    await add({ ...card, cardNo: '99998888777766' });
    expect(await edit(id, { cardNo: '9999 8888 7777 66' })).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'account_exists' },
    });
  });

  it('leave when they are removed, and make room', async () => {
    const { id } = await added();
    expect((await remove(id)).data).toEqual({ used: 0 });
    expect(await list()).toMatchObject({ list: [], used: 0 });
    expect((await remove(id)).code).toBe(codes.withdrawalAccountNotFound);
    expect((await edit(id, { bankName: 'B' })).code).toBe(codes.withdrawalAccountNotFound);
    expect((await add()).code).toBe(codes.ok);
  });

  it('never write a number into the log', () => {
    expect(lines.join('\n')).not.toMatch(/6222|TR7NH|0x5a/i);
  });
});
