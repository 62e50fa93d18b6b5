import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { auditLedger } from '../../src/server/audit/audit.ts';
import { move, post } from '../../src/server/ledger/ledger.ts';
import type { OpenDatabase } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { postgresBin } from '../harness/postgres.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS ?? 10);
const scale = process.env.SCALE ?? '100';
const atOnce = 32;
const benchName = 'souk_pgbench';

const shops = Array.from({ length: atOnce }, () => `shop_${randomUUID()}`);
const run = promisify(execFile);

let database: TestDatabase;
let opened: OpenDatabase;

const asAdmin = async (statement: string) => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const { rows } = await admin.query(statement).finally(() => admin.end());
  return rows;
};

const pgbench = async (...flags: string[]): Promise<string> => {
  const bin = postgresBin();
  if (!bin) throw new Error("This measures beside pgbench: install Debian's postgresql.");
  const { port } = new URL(inject('postgresUrl'));
  const at = ['-h', inject('postgresSocket'), '-p', port, '-U', 'postgres'];
  return (await run(join(bin, 'pgbench'), [...flags, ...at, benchName])).stdout;
};

beforeAll(async () => {
  database = await openTestDatabase('postgres');
  const socket = new URL(database.url);
  socket.searchParams.set('host', inject('postgresSocket'));
  opened = await openPostgres({ url: socket.href, log: silentLog, connections: atOnce });
  await asAdmin(`drop database if exists ${benchName}`);
  await asAdmin(`create database ${benchName}`);
  await pgbench('-i', '-q', '-s', scale);
});
afterAll(async () => {
  await opened.close();
  await database.close();
  await asAdmin(`drop database ${benchName}`);
});

const tpcb = async (): Promise<number> => {
  const report = await pgbench(
    '-M',
    'prepared',
    '-c',
    String(atOnce),
    '-j',
    '4',
    '-T',
    String(seconds),
    '-n',
  );
  return Number(/tps = ([\d.]+)/.exec(report)?.[1]);
};

/** Posts one movement a transaction, 32 at once, over so many shops; returns how many a second. */
const postings = async (shopCount: number): Promise<number> => {
  const began = performance.now();
  let posted = 0;
  const one = (shopId: string) =>
    inTransaction(opened.db, (tx) =>
      post(tx, {
        kind: 'recharge',
        ref: randomUUID(),
        shopId,
        actor: 'load',
        at: new Date(),
        entries: move('world:rail', `M.available:${shopId}`, 1_000_000n),
      }),
    );
  const until = async (shopId: string) => {
    while (performance.now() - began < seconds * 1000) {
      await one(shopId);
      posted += 1;
    }
  };
  await Promise.all(shops.map((_, at) => until(shops[at % shopCount] ?? '')));
  return (posted * 1000) / (performance.now() - began);
};

const median = (list: number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

it(`moves money of ${atOnce} shops at once, beside that of one shop and pgbench`, async () => {
  const [one, many, bench]: [number[], number[], number[]] = [[], [], []];
  // Warm, and not counted.
  await postings(atOnce);
  // In turn, so that a machine that drifts drifts for all.
  for (let round = 0; round < rounds; round++) {
    bench.push(await tpcb());
    one.push(await postings(1));
    many.push(await postings(atOnce));
  }
  const [commit] = await asAdmin('show synchronous_commit');
  const line = (what: string, list: number[]) => {
    const share = `${((100 * median(list)) / median(bench)).toFixed(0)} %`;
    const figures = [median(list).toFixed(0), share, list.map((one) => one.toFixed(0)).join(' ')];
    return `${what.padEnd(28)}${figures.map((figure) => figure.padStart(12)).join('')}\n`;
  };
  process.stdout.write(
    `\nMovements a second, median of ${rounds} rounds of ${seconds} s; synchronous_commit ${commit?.synchronous_commit}, ${atOnce} at once.\n` +
      line(`pgbench, scale ${scale}, prepared`, bench) +
      line('Souk, one shop', one) +
      line(`Souk, ${atOnce} shops`, many),
  );
  expect(await auditLedger(opened.db)).toEqual([]);
});
