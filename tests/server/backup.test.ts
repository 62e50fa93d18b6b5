import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { openBucket } from '../../src/server/platform/bucket.ts';
import { bucketAddress } from '../../src/server/platform/config/bucket-address.ts';
import { runDocumented } from '../harness/backup-commands.ts';
import { startBucket } from '../harness/bucket.ts';
import { asFile } from '../harness/form.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { jpeg } from '../harness/sample-files.ts';
import { payPassword } from '../harness/server.ts';
import { type Merchant, makeWorld, type World } from './chaos/world.ts';

const address = bucketAddress('FILES_URL', 'anywhere');
let built: BuiltServer;
let directory: string;
beforeAll(async () => {
  built = await buildServer();
  directory = mkdtempSync(join(tmpdir(), 'souk-backup-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Reply {
  code: number;
  text: string;
  data: {
    url: string;
    fileId: string;
    sha256: string;
    list: unknown[];
    withdrawal: { no: string };
  };
}

const clientOf = (url: string, { token, accountId }: Merchant) => {
  const post = async (path: string, body: BodyInit, headers: object = {}): Promise<Reply> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, ...headers },
      body,
    });
    const text = await answer.text();
    return { text, ...JSON.parse(text) };
  };
  const json = (path: string, input: object, key: string = randomUUID()) =>
    post(path, JSON.stringify(input), { 'content-type': 'application/json', 'idempotency-key': key });
  return {
    withdraw: (key?: string) =>
      json('/v1/user/withdraw/add', { amount: '10.00', accountId, payPassword }, key),
    upload() {
      const body = new FormData();
      body.append('file', asFile(jpeg()));
      return post('/v1/upload/logo', body);
    },
    /** The movements of the balance under one number. */
    movements: async (refNo: string) =>
      (await json('/v1/user/wallet_flow', { refNo, account: 'available' })).data.list.length,
    async show(path: string) {
      const answer = await fetch(`${url}${path}`);
      return [answer.status, Buffer.from(await answer.arrayBuffer()).equals(jpeg())];
    },
  };
};

const end = async ({ child, ended }: ServerProcess, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  return ended;
};
const merchantOf = ({ merchants: [first] }: World): Merchant => {
  if (!first) throw new Error('the world has no merchant');
  return first;
};

/** Sends a withdrawal and a file, and returns what has to be there after a backup is restored. */
const recordPayout = async (url: string, merchant: Merchant) => {
  const client = clientOf(url, merchant);
  const key = randomUUID();
  const { code, text, data } = await client.withdraw(key);
  const uploaded = await client.upload();
  expect([code, uploaded.code]).toEqual([codes.ok, codes.ok]);
  return { key, text, no: data.withdrawal.no, file: uploaded.data };
};

const expectWhole = async (
  env: Record<string, string>,
  merchant: Merchant,
  recorded: Awaited<ReturnType<typeof recordPayout>>,
  acknowledged: readonly string[] = [],
) => {
  const running = built.run('main', env);
  const client = clientOf(await running.ready, merchant);
  for (const no of [recorded.no, ...acknowledged]) expect(await client.movements(no), no).toBe(1);
  // The same key gets the same reply, and nothing is done twice.
  expect((await client.withdraw(recorded.key)).text).toBe(recorded.text);
  expect(await client.movements(recorded.no)).toBe(1);
  expect(await client.show(recorded.file.url)).toEqual([200, true]);
  // New calls succeed.
  expect((await client.withdraw()).code).toBe(codes.ok);
  expect(await end(running)).toBe(0);
  const audited = built.run('audit-cli', env);
  expect([await audited.ended, audited.output()]).toEqual([0, expect.stringContaining('0 findings.')]);
};

const asAdmin = async (statement: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
};

describe('a backup', () => {
  it('a backup of PostgreSQL and a bucket, made while money moves, is whole in another place, with every payout acknowledged before it', async () => {
    const world = await makeWorld('postgres', { merchants: 2, orders: 1 });
    const bucket = await startBucket();
    const running = built.run('main', { ...world.env, FILES_URL: bucket.url });
    const url = await running.ready;
    const merchant = merchantOf(world);
    const recorded = await recordPayout(url, merchant);

    let isOver = false;
    const acknowledged: string[] = [];
    const paying = async () => {
      const { withdraw } = clientOf(url, merchant);
      while (!isOver) {
        const { code, data } = await withdraw();
        expect(code).toBe(codes.ok);
        acknowledged.push(data.withdrawal.no);
      }
    };
    const moving = paying();
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(9);
    const beforeDump = [...acknowledged];
    await runDocumented('pg_dump', world.env, directory);
    isOver = true;
    await moving;
    const from = openBucket(v.parse(address, bucket.url));
    const whole = { from: 0, length: 1_000_000 };
    await expect.poll(() => from.get(recorded.file.fileId, whole), { timeout: 20_000 }).not.toBeNull();
    const copied = await startBucket();
    const to = openBucket(v.parse(address, copied.url));
    const body = (await from.get(recorded.file.fileId, whole)) ?? Buffer.alloc(0);
    await to.put(recorded.file.fileId, new Uint8Array(body), recorded.file.sha256);

    // What was backed up is gone altogether.
    await end(running, 'SIGKILL');
    await world.remove();
    await bucket.close();
    const name = `souk_restored_${process.pid}`;
    await asAdmin(`create database ${name} template template0`);
    const at = new URL(inject('postgresUrl'));
    at.pathname = `/${name}`;
    const env = { DATABASE_URL: at.href, FILES_URL: copied.url };
    await runDocumented('pg_restore', env, directory);
    await expectWhole(env, merchant, recorded, beforeDump);
    await asAdmin(`drop database ${name} with (force)`);
    await copied.close();
  }, 180_000);

  it('a backup of an embedded database, made while it stands still, is whole in another place', async () => {
    const world = await makeWorld('pglite', { merchants: 1, orders: 1 });
    const running = built.run('main', world.env);
    const recorded = await recordPayout(await running.ready, merchantOf(world));
    expect(await end(running)).toBe(0);
    await runDocumented('cp -a "${SOUK_DATA', world.env, directory);
    await world.remove();
    const env = { SOUK_DATA: join(directory, 'restored') };
    await runDocumented('mkdir -p', env, directory);
    await expectWhole(env, merchantOf(world), recorded);
  }, 180_000);
});
