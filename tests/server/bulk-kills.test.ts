import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { decisionLog, goods } from '../../src/server/schema.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { seed } from '../harness/seed.ts';
import { goodsCsv } from './bulk/goods-file.ts';
import { chanceOf } from './chaos/chance.ts';
import { makeWorld } from './chaos/world.ts';
import { decideAt } from './webhooks/kills.ts';

const kills = Number(process.env.KILLS ?? 1);
const opsKey = 'the-operator-key-of-the-tests';
const perKill = 60;

let built: BuiltServer;
const folder = mkdtempSync(join(tmpdir(), 'souk-bulk-'));
beforeAll(async () => {
  built = await buildServer();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends a file and reads the answer up to some lines, then calls `end`. */
async function sendUntil(url: string, body: string, { key, lines }: { key: string; lines: number }) {
  const breaking = new AbortController();
  const answer = await fetch(`${url}/ops/bulk/goods-add`, {
    method: 'POST',
    headers: { 'x-ops-key': opsKey, 'idempotency-key': key, 'content-type': 'text/csv' },
    body,
    signal: breaking.signal,
  });
  let left = lines;
  const decoder = new TextDecoder();
  for await (const bytes of answer.body ?? []) {
    left -= decoder.decode(bytes, { stream: true }).split('\n').length - 1;
    if (left <= 0) return breaking;
  }
  throw new Error('the file was carried out before it could be interrupted');
}

it(`a file goes on where it was after ${kills} kills of the server and of its client, and carries out no row twice`, async () => {
  const chance = chanceOf(seed);
  const world = await makeWorld('postgres', { merchants: 1, orders: 0 });
  const env = { ...world.env, SOUK_OPS_KEY: opsKey };
  const rows = perKill * (2 * kills + 2);
  const { text, badLines } = goodsCsv(rows);
  const file = join(folder, 'goods.csv');
  writeFileSync(file, text);
  const key = crypto.randomUUID();
  let server: ServerProcess | undefined;
  const start = async () => {
    server = built.run('main', env);
    return server.ready;
  };
  const kill = async () => {
    server?.child.kill('SIGKILL');
    await server?.ended;
  };
  try {
    let url = await start();
    await decideAt(url, 'goods-type-add', { id: 'lamps', name: 'Lamps' });
    for (let n = 0; n < kills; n++) {
      const reach = (part: number) => Math.ceil(perKill * (2 * n + part + chance()));
      (await sendUntil(url, text, { key, lines: reach(0) })).abort();
      await sendUntil(url, text, { key, lines: reach(1) });
      // A client that leaves is no fault of the server.
      expect(server?.output()).not.toContain('"level":"error"');
      await kill();
      url = await start();
    }
    const last = built.run('ops-cli', { SOUK_URL: url, SOUK_OPS_KEY: opsKey }, [
      'bulk',
      'goods-add',
      file,
      '--key',
      key,
    ]);
    expect([await last.ended, last.output()]).toEqual([1, expect.stringContaining('"sums"')]);
    const answers = last
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const { sums } = answers.pop();
    expect(answers.map(({ line, code, data }) => [line, code, data.field])).toEqual(
      badLines.map((line) => [line, codes.invalidParameter, 'price']),
    );
    expect(sums).toMatchObject({ rows, done: rows - badLines.length, refused: badLines.length });
    expect(sums.repeated).toBeGreaterThanOrEqual(perKill * (2 * kills - 1) * 0.99 - 1);
  } finally {
    await kill();
  }
  const { db, close } = await world.open();
  const made = await db.$count(goods, eq(goods.typeId, 'lamps'));
  const logged = await db.$count(decisionLog, eq(decisionLog.name, 'goods-add'));
  await close();
  await world.remove();
  expect([made, logged]).toEqual([rows - badLines.length, rows - badLines.length]);
}, 600_000);
