import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { migrationsDir, packageDir } from '../../src/server/directories.ts';
import type { OpenDatabase } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { startBalancer } from '../../tools/balancer.mjs';
import { isFullRun } from '../harness/full-run.ts';
import { type BuiltServer, buildServer, buildServerAt, type ServerProcess } from '../harness/processes.ts';
import { chanceOf } from './chaos/chance.ts';
import { sendUntilFinal } from './chaos/client.ts';
import { type Acknowledged, asAcknowledged, nextOperation, type Operation } from './chaos/operations.ts';
import { compareWithLedger } from './chaos/verdict.ts';
import { type Merchant, seedMerchants } from './chaos/world.ts';

const opsKey = 'a-key-of-the-operator-0123456789';
const size = { merchants: 2, orders: 6 };
const newest = Math.max(
  ...readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ folderMillis }) => folderMillis),
);

let today: BuiltServer;
const undo: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  today = await buildServer();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

let made = 0;
/** Makes a database from a template, and removes it after the test. */
const makeDatabase = async (template: string) => {
  const name = `souk_rolling_${process.pid}_${made++}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  undo.push(() => admin.query(`drop database ${name} with (force)`).finally(() => admin.end()));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
};
const runOn = (built: BuiltServer, url: string): ServerProcess => {
  const server = built.run('main', { DATABASE_URL: url, SOUK_OPS_KEY: opsKey });
  undo.push(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return server;
};
const open = async (url: string) => {
  const opened = await openPostgres({ url, log: silentLog });
  undo.push(() => opened.close());
  return { ...opened, url };
};

/** Lets merchants pay, withdraw and buy at servers in turn while orders come in; returns how it went. */
const trade = async (
  database: OpenDatabase & { url: string },
  urls: string[],
  { merchants, acknowledged }: { merchants: Merchant[]; acknowledged: Acknowledged[] },
) => {
  const front = await startBalancer();
  undo.push(() => front.close());
  front.send(urls.map((url) => ({ url })));
  const chance = chanceOf(5);
  const refused: string[] = [];
  for (let n = 0; n < 12; n++) {
    const merchant = merchants[n % merchants.length] as Merchant;
    const operation: Operation = nextOperation(merchant, chance);
    const { code, text } = await sendUntilFinal(front.url, operation, chance);
    if (code === codes.ok) acknowledged.push(asAcknowledged(operation, text));
    else refused.push(`${operation.call}: ${text}`);
  }
  for (const url of urls) refused.push(...(await takeOrder(url, merchants[0] as Merchant)));
  return { refused, ...(await compareWithLedger(database, acknowledged, [])) };
};
const post = async <T>(url: string, body: object, headers: Record<string, string>) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { text, ...(JSON.parse(text) as { code: number; data: T }) };
};
/** Takes an order for a merchant and shows it to them; returns what was refused. */
const takeOrder = async (url: string, { shopId, token }: Merchant): Promise<string[]> => {
  const asked = { authorization: token };
  const listed = await post<{ list: { goodsId: string; sellingPrice: string }[] }>(
    `${url}/api/v1/showcase/list`,
    {},
    asked,
  );
  const [item] = listed.data.list;
  const placed = await post<{ id: string }>(
    `${url}/ops/place-order`,
    { goods: item?.goodsId, shop: shopId, payment: `pay_${randomUUID()}`, amount: item?.sellingPrice },
    { 'x-ops-key': opsKey, 'idempotency-key': randomUUID() },
  );
  const shown = await post<{ list: { items: unknown[] }[] }>(
    `${url}/api/v1/order/list`,
    { id: placed.data.id },
    asked,
  );
  const isShown = shown.data.list[0]?.items.length === 1;
  return [listed, placed, shown]
    .filter(({ code }) => code !== codes.ok)
    .map(({ text }) => text)
    .concat(isShown ? [] : [`not shown: ${shown.text}`]);
};
const inOrder = { refused: [], lost: [], duplicated: [], findings: [] };

describe('a server beside the schema of a later version', () => {
  /** What a migration may do while earlier versions run, done to every table. */
  const expand = async (database: OpenDatabase) => {
    const add = `do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I add column of_tomorrow text, add column words_of_tomorrow text[]', name);
        execute format('create index on %I (of_tomorrow)', name);
      end loop;
      create table things_of_tomorrow (id text primary key, shop_id text not null);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-tomorrow', 9999999999999);
      -- As a migration notes that takes away what today's version does not use.
      comment on table drizzle.__drizzle_migrations is '${newest}';
    end $$`;
    await database.db.execute(add);
  };

  it('goes on where it only adds, and starts beside it', async () => {
    const database = await open(await makeDatabase('souk_template'));
    const market = { merchants: await seedMerchants(database, size), acknowledged: [] };
    const running = runOn(today, database.url);
    const urls = [await running.ready];
    // Its connections have plans of the schema that they knew.
    expect(await trade(database, urls, market)).toEqual(inOrder);
    await expand(database);
    const started = runOn(today, database.url);
    urls.push(await started.ready);
    expect(started.output()).toContain('beside the schema of a later version');
    expect(await trade(database, urls, market)).toMatchObject({
      ...inOrder,
      duplicated: expect.any(Array),
    });
    expect(running.output()).not.toContain('"level":"error"');
  }, 180_000);
});

/** The last commit without the newest migration. */
const commitBefore = (): string => {
  const name =
    readdirSync(migrationsDir)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1) ?? '';
  const log = ['log', '--diff-filter=A', '--format=%H', '--', `src/server/migrations/${name}`];
  const added = execFileSync('git', log, { cwd: packageDir, encoding: 'utf8' }).trim();
  if (!added) throw new Error(`The history does not hold ${name}: fetch all of it, and commit the file.`);
  return `${added}^`;
};

// From the history, which a copy without it does not have: by release.
it.each(isFullRun ? ['the build before the newest migration'] : [])(
  'a rolling update from %s: both trade on the newer schema, and nothing is lost or doubled',
  async () => {
    const older = await buildServerAt(commitBefore());
    const url = await makeDatabase('template0');
    const before = runOn(older, url);
    const urls = [await before.ready];
    urls.push(await runOn(today, url).ready);
    const database = await open(url);
    const merchants = await seedMerchants(database, size);
    expect(await trade(database, urls, { merchants, acknowledged: [] })).toEqual(inOrder);
    expect(before.output()).not.toContain('"level":"error"');
  },
  180_000,
);
