import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { day } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { sessionSettings } from '../../src/server/platform/database/require-fit.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { usableAccount } from '../harness/bank.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { addListed, place } from '../harness/market.ts';
import { type Pooler, startPooler } from '../harness/pooler.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { password, payPassword, startTestServer } from '../harness/server.ts';

// Fewer than a server has connections: two calls at once share one all the time.
const size = 3;
const role = `souk_pooled_${process.pid}`;
const bare = `souk_bare_${process.pid}`;
let database: TestDatabase;
let pooler: Pooler;
let pooled: string;

const asOwner = async (statement: string) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
};
const poolerOf = (options: Partial<Parameters<typeof startPooler>[1]>) => {
  const { hostname: host, port } = new URL(database.url);
  return startPooler({ host, port }, { size, users: ['postgres', role, bare], ...options });
};

beforeAll(async () => {
  database = await openTestDatabase('postgres');
  await asOwner(`create role ${role} login; create role ${bare} login`);
  await asOwner(`grant select, insert, update, delete on all tables in schema public to ${role}`);
  for (const [name, value] of Object.entries(sessionSettings))
    await asOwner(`alter role ${role} set ${name} = '${value}'`);
  pooler = await poolerOf({});
  pooled = pooler.through(database.url, role);
});
afterAll(async () => {
  await pooler.stop();
  await asOwner(`drop owned by ${role}, ${bare}; drop role ${role}, ${bare}`);
  await database.close();
});

describe('two servers behind a pooler in transaction mode', () => {
  let built: BuiltServer;
  let pair: ServerProcess[];
  let urls: string[];
  let username: string;
  let accountId: string;
  let orderIds: string[];
  let lapsing: string;

  beforeAll(async () => {
    built = await buildServer();
    const start = new Date(Date.now() - 2 * day).toISOString();
    const server = await startTestServer('postgres', { database, start });
    const user = await server.addUser();
    username = user.username;
    accountId = (await usableAccount(server, user)).id;
    await server.fund(user.shopId, 1_000n * UNITS);
    const { id } = await addListed(server, user);
    const placed = [];
    for (let n = 0; n < 9; n++) placed.push((await place(server, user, id)).id);
    [lapsing = '', ...orderIds] = placed;
    await database.db.execute(sql`update orders set due_at = now() + interval '1 day'`);
    await server.close();
    const env = { DATABASE_URL: pooled, SOUK_MIGRATE_URL: database.url, SOUK_CONNECTIONS: '20' };
    pair = [1, 2].map(() => built.run('main', env));
    urls = await Promise.all(pair.map(({ ready }) => ready));
  });
  afterAll(async () => {
    for (const { child, ended } of pair ?? []) {
      child.kill('SIGTERM');
      await ended;
    }
  });

  const send = async <T>(n: number, path: string, input: object, headers = {}) => {
    const answer = await fetch(`${urls[n % 2]}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as { code: number; data: T };
  };
  const signIn = async () => (await send<{ token: string }>(0, '/login', { username, password })).data.token;
  const serverConnections = async () => {
    const { rows } = await asOwner(
      `select count(*)::int as n from pg_stat_activity where usename = '${role}'`,
    );
    return rows[0].n as number;
  };

  it('sign in, pay and withdraw once for each key, also many at once', async () => {
    const authorization = await signIn();
    const wishes = orderIds.map((id, n) => ({
      n,
      headers: { authorization, 'idempotency-key': randomUUID() },
      path: n % 2 ? '/v1/order/pay' : '/v1/user/withdraw/add',
      input: n % 2 ? { orderIds: [id], payPassword } : { amount: '10.00', accountId, payPassword },
    }));
    const sendUntilFinal = async ({ n, path, input, headers }: (typeof wishes)[number]) => {
      const both = await Promise.all([0, 1].map((other) => send(n + other, path, input, headers)));
      for (const { code } of both) expect([codes.ok, codes.operationBusy]).toContain(code);
      return (await send(n, path, input, headers)).code;
    };
    const reads = Array.from({ length: 40 }, (_, n) =>
      send(n, '/v1/user/wallet', {}, { authorization }).then(({ code }) => code),
    );
    const answered = await Promise.all([...wishes.map(sendUntilFinal), ...reads]);
    expect(new Set(answered)).toEqual(new Set([codes.ok]));
    const moved = await queryRows(
      database.db,
      sql`select kind, count(*)::int as n from transactions where kind in ('withdraw', 'order_pay') group by kind order by kind`,
    );
    expect(moved).toEqual([
      { kind: 'order_pay', n: 4 },
      { kind: 'withdraw', n: 4 },
    ]);
    expect(await serverConnections()).toBeGreaterThan(0);
    expect(await serverConnections()).toBeLessThanOrEqual(size);
  });

  it('have one leader, which does the due work, and another when it is killed', async () => {
    const leads = ({ output }: ServerProcess) => /"event":"leadership gained"/.test(output());
    await expect.poll(() => pair.filter(leads).length).toBe(1);
    const leader = pair.findIndex(leads);
    pair[leader]?.child.kill('SIGKILL');
    await expect.poll(() => pair.every(leads)).toBe(true);
    await database.db.execute(sql`update orders set due_at = now() where id = ${lapsing}`);
    const status = () => queryRows(database.db, sql`select status from orders where id = ${lapsing}`);
    await expect.poll(status).toEqual([{ status: 'cancelled' }]);
    expect(pair.map(({ output }) => output().match(/"level":"error".*/g))).toEqual([null, null]);
  });

  it('leave books that agree, which the audit reads through the pooler', async () => {
    const audited = built.run('audit-cli', { DATABASE_URL: pooled, SOUK_MIGRATE_URL: database.url });
    expect(await audited.ended).toBe(0);
    expect(audited.output()).toContain('0 findings.');
  });

  it('have the limits of a session and UTC in every call', async () => {
    const opened = await openPostgres({ url: pooled, migrateUrl: database.url, log: silentLog });
    const names = Object.keys(sessionSettings).map(
      (name) => sql`current_setting(${name}) as ${sql.identifier(name)}`,
    );
    const settings = sql`select ${sql.join(names, sql`, `)} from pg_sleep(0.05)`;
    const found = await Promise.all(Array.from({ length: 6 }, () => queryRows(opened.db, settings)));
    await opened.close();
    expect(found.flat()).toEqual(
      Array(6).fill({ ...sessionSettings, idle_in_transaction_session_timeout: '1min' }),
    );
  });
});

describe('a start is refused, by a sentence that names the fix, where', () => {
  const start = (url: string, migrateUrl: string | null = null) =>
    openPostgres({ url, migrateUrl, log: silentLog }).then(({ close }) => close());

  it('a pooler in transaction mode is the only address', async () => {
    await expect(start(pooled)).rejects.toThrow(
      /^DATABASE_URL leads through a pooler that shares connections between transactions.* Set SOUK_MIGRATE_URL/,
    );
  });

  it('the address of sessions leads through such a pooler too', async () => {
    const owner = pooler.through(database.url, 'postgres');
    await expect(start(pooled, owner)).rejects.toThrow(/^SOUK_MIGRATE_URL leads through a pooler/);
  });

  it('the role behind the pooler has no limits', async () => {
    await expect(start(pooler.through(database.url, bare), database.url)).rejects.toThrow(
      new RegExp(
        `^DATABASE_URL leads through a pooler .*, so the role ${bare} itself must have .*lock_timeout.*Run: alter role ${bare} set timezone = 'UTC'; alter role ${bare} set lock_timeout = '10s';`,
      ),
    );
  });

  it('the pooler is in statement mode', async () => {
    const other = await poolerOf({ mode: 'statement' });
    await expect(start(other.through(database.url, role), database.url)).rejects.toThrow(
      /^DATABASE_URL leads through a pooler that has no transactions \(.*\)\. Set pool_mode = transaction there\.$/,
    );
    await other.stop();
  });

  it('the pooler knows no such user', async () => {
    await expect(start(pooler.through(database.url, 'stranger'), database.url)).rejects.toThrow(
      /^PostgreSQL at 127\.0\.0\.1:\d+\/\w+ refuses the connection: .+\. Correct DATABASE_URL, or make what it names\.$/,
    );
  });

  it('the two addresses lead to different databases', async () => {
    const other = await openTestDatabase('postgres');
    await expect(start(pooled, other.url)).rejects.toThrow(
      /^DATABASE_URL and SOUK_MIGRATE_URL lead to different databases\./,
    );
    await other.close();
  });
});

it('a pooler in session mode needs no second address', async () => {
  const other = await poolerOf({ mode: 'session', size: 20 });
  const { close, leaderLock } = await openPostgres({
    url: other.through(database.url, 'postgres'),
    log: silentLog,
  });
  expect(await leaderLock.acquire()).toBe(true);
  await leaderLock.release();
  await close();
  await other.stop();
});
