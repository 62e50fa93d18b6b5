import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

// The codes that no ordinary day of a merchant or an operator meets, each as the server answers it over HTTP.
const opsKey = 'a-key-of-at-least-24-characters';
const faults: string[] = [];
const log: Log = { info() {}, error: (event) => void faults.push(event) };

const server = useServer('postgres', { log, config: { opsKey } });
let user: TestUser;

beforeAll(async () => {
  user = await server.addUser();
});

const decide = async (decision: string, flags: object) => {
  const answer = await server.app.request(`/ops/${decision}`, {
    method: 'POST',
    headers: { 'x-ops-key': opsKey, 'idempotency-key': randomUUID() },
    body: JSON.stringify(flags),
  });
  return (await answer.json()) as { code: number; data: unknown };
};
const ask = (name: string, input: object = {}) => server.call(name, input, { token: user.token });

it('401 answers a session that the operator has ended', async () => {
  const lost = await server.addUser();
  expect((await decide('session-end', { user: lost.userId })).code).toBe(codes.ok);
  expect((await server.call('GET /v1/me', {}, { token: lost.token })).code).toBe(codes.illegalRequest);
});

it('432 answers the code of one article that is given twice', async () => {
  const { code } = await addListed(server, user);
  expect((await decide('goods-withdraw', { goods: code })).code).toBe(codes.ok);
  const answer = await decide('goods-restore', { goods: [code, code] });
  expect(answer).toMatchObject({ code: codes.goodsCodeDuplicated, data: { field: 'goods' } });
});

it('434 answers the link of another carrier', async () => {
  const url = 'https://track.heron.example/?p={no}';
  expect((await decide('carrier-publish', { name: 'Blue Heron', url })).code).toBe(codes.ok);
  const answer = await decide('carrier-publish', { name: 'Grey Heron', url });
  expect(answer).toMatchObject({ code: codes.logisticsDuplicated, data: { field: 'url' } });
});

it('435 answers the way of a parcel without a carrier', async () => {
  const { id } = await addListed(server, user);
  const { id: orderId } = await drive(server, await place(server, user, id), 'shipped');
  expect((await ask('POST /v1/order/logistics', { orderId })).code).toBe(codes.logisticsNotConfigured);
});

it('439 answers an invitation where registration is closed', async () => {
  const { config } = server.deps;
  const signIn = { ...config.signIn, registration: false };
  const closed = await startTestServer('postgres', { config: { signIn } });
  const { token } = await closed.addUser();
  const answer = await closed.call('POST /v1/user/invite/add', {}, { token });
  expect(answer.code).toBe(codes.inviteRegistrationClosed);
  await closed.close();
});

it('500 answers a fault of the server, which goes to the log', async () => {
  await server.deps.db.execute(sql`alter table notices rename to notices_elsewhere`);
  const answer = await ask('POST /v1/notify/list');
  await server.deps.db.execute(sql`alter table notices_elsewhere rename to notices`);
  expect(answer).toMatchObject({ status: 500, code: codes.unknownError, data: null });
  expect(faults.splice(0)).toEqual(['fault']);
});

it('501 answers a disk that cannot be written, which goes to the log', async () => {
  await server.deps.db.execute(sql`create function disk_error() returns trigger language plpgsql as $$
    begin raise exception 'could not write block' using errcode = 'io_error'; end $$`);
  await server.deps.db.execute(sql`create trigger disk_error before insert on feedback
    for each row execute function disk_error()`);
  const answer = await ask('POST /v1/home/feedback', { content: 'The list of orders is slow today.' });
  expect(answer).toMatchObject({ status: 500, code: codes.systemError, data: null });
  expect(faults.splice(0)).toEqual(['fault']);
});
