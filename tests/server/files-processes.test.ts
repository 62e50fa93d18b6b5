import { randomUUID } from 'node:crypto';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { limits } from '../../src/contract/limits.ts';
import { fileBodies, files, serverSecrets } from '../../src/server/schema/files.ts';
import { identityEvents } from '../../src/server/schema/identity.ts';
import { startBucket, type TestBucket } from '../harness/bucket.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { asFile } from '../harness/form.ts';
import { sides, typed } from '../harness/identity.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { jpeg } from '../harness/sample-files.ts';
import { password, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const { uploadsPerDay: limit } = limits;

// Both are killed at the end, so nothing here depends on how they stop.
describe('files between two servers on one PostgreSQL and one bucket', () => {
  let built: BuiltServer;
  let bucket: TestBucket;
  let database: TestDatabase;
  let server: TestServer;
  let pair: ServerProcess[];
  let urls: string[];

  const post = async <T>(n: number, path: string, body: BodyInit, headers: Record<string, string>) => {
    const answer = await fetch(`${urls[n % 2]}/api${path}`, { method: 'POST', body, headers });
    const text = await answer.text();
    return { text, ...(JSON.parse(text) as { code: number; data: T }) };
  };
  const signIn = async ({ username }: TestUser) => {
    const body = JSON.stringify({ username, password });
    const { data } = await post<{ token: string }>(0, '/login', body, { 'content-type': 'application/json' });
    return data.token;
  };
  const form = (fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return body;
  };
  const upload = (n: number, authorization: string) =>
    post<Output<'POST /v1/upload/{type}'>>(n, '/v1/upload/logo', form({ file: asFile(jpeg()) }), {
      authorization,
    });
  const howMany = async (table: typeof files | typeof fileBodies | typeof serverSecrets) =>
    (await database.db.select({ n: count() }).from(table))[0]?.n ?? 0;

  beforeAll(async () => {
    built = await buildServer();
    bucket = await startBucket();
    database = await openTestDatabase('postgres');
    server = await startTestServer('postgres', { database });
    const env = {
      DATABASE_URL: database.url,
      FILES_URL: bucket.url,
    };
    pair = [1, 2].map(() => built.run('main', env));
    urls = await Promise.all(pair.map(({ ready }) => ready));
  });
  afterAll(async () => {
    for (const { child, ended } of pair) {
      child.kill('SIGKILL');
      await ended;
    }
    await server.close();
    await database.close();
    await bucket.close();
  });

  it('are signed by one secret, though both started at once', async () => {
    expect(await howMany(serverSecrets)).toBe(1);
  });

  it('are shown by the one that did not take them in, before and after their move', async () => {
    const { code, data } = await upload(0, await signIn(await server.addUser()));
    expect(code).toBe(codes.ok);
    const show = async (n: number, url = data.url) => {
      const answer = await fetch(`${urls[n]}${url}`);
      return [answer.status, answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength];
    };
    expect(await show(1)).toEqual([200, 'image/jpeg', jpeg().length]);
    await expect.poll(() => howMany(fileBodies), { timeout: 20_000 }).toBe(0);
    for (const n of [0, 1]) expect(await show(n)).toEqual([200, 'image/jpeg', jpeg().length]);
    expect((await show(1, data.url.replace(/.$/, '~')))[0]).toBe(404);
  });

  it('count against one day', async () => {
    const token = await signIn(await server.addUser());
    const before = await howMany(files);
    const sent = [];
    // Two at a time, one to each: both count while the other does.
    for (let n = 0; n < limit + 2; n += 2)
      sent.push(...(await Promise.all([upload(n, token), upload(n + 1, token)])));
    expect(sent.filter(({ code }) => code === codes.ok)).toHaveLength(limit);
    expect(sent.filter(({ code }) => code === codes.systemBusy)).toHaveLength(2);
    expect((await howMany(files)) - before).toBe(limit);
  });

  it('files of one application are taken in once under a key that reaches two servers at once', async () => {
    const authorization = await signIn(await server.addUser());
    const before = await howMany(files);
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const apply = (n: number) => post(n, '/v1/per/ident-upload', form({ ...typed, ...sides() }), headers);
    const replies = await Promise.all([apply(0), apply(1), apply(0)]);
    for (const { code } of replies) expect([codes.ok, codes.operationBusy]).toContain(code);
    const final = [await apply(0), await apply(1)];
    expect(final[0]).toMatchObject({ code: codes.ok, data: { status: 'applying' } });
    expect(final[1]?.text).toBe(final[0]?.text);
    expect((await howMany(files)) - before).toBe(2);
    expect(await database.db.select().from(identityEvents)).toHaveLength(1);
  });
});
