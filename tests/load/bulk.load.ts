import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { goods } from '../../src/server/schema.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { goodsCsv } from '../server/bulk/goods-file.ts';
import { makeWorld } from '../server/chaos/world.ts';
import { decideAt } from '../server/webhooks/kills.ts';
import { cpuOf, memoryOf } from './usage.ts';

const rows = Number(process.env.ROWS ?? 100_000);
const singles = Math.min(500, rows / 10);
const opsKey = 'the-operator-key-of-the-tests';

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});

interface Answer {
  line: number;
  code?: number;
  sums?: { done: number; repeated: number; refused: number };
}

/** Sends a file and hands on each line of the answer, until one is answered with `true`. */
async function send(url: string, body: string, key: string, take: (answer: Answer) => boolean) {
  const headers = { 'x-ops-key': opsKey, 'idempotency-key': key, 'content-type': 'text/csv' };
  const answer = await fetch(`${url}/ops/bulk/goods-add`, { method: 'POST', headers, body });
  const decoder = new TextDecoder();
  let begun = '';
  for await (const bytes of answer.body ?? []) {
    const lines = (begun + decoder.decode(bytes, { stream: true })).split('\n');
    begun = lines.pop() ?? '';
    if (lines.some((line) => take(JSON.parse(line)))) return;
  }
}

it(`${rows} rows of goods are carried out in flat memory, with a kill half-way`, async () => {
  const world = await makeWorld('postgres', { merchants: 1, orders: 0 });
  const env = { ...world.env, SOUK_OPS_KEY: opsKey, SOUK_LOG_REQUESTS: '0' };
  let server: ServerProcess | undefined;
  const start = async () => {
    server = built.run('main', env);
    return server.ready;
  };
  const most = () => (server ? memoryOf(server.child).most : 0);
  try {
    const { text, badLines } = goodsCsv(rows);
    const key = randomUUID();
    let url = await start();
    await decideAt(url, 'goods-type-add', { id: 'lamps', name: 'Lamps' });
    const cpu = () => cpuOf(server?.child.pid);
    const cpuBefore = cpu();
    const since = performance.now();
    for (let n = 0; n < singles; n++) {
      const row = { code: `S-${n}`, no: `S${n}`, type: 'lamps', name: 'Lamp', images: ['/files/thing.svg'] };
      await decideAt(url, 'goods-add', { ...row, cost: '10.00', price: '15.00', stock: 3 });
    }
    const single = (1_000 * singles) / (performance.now() - since);
    const cpuSingle = (cpu() - cpuBefore) / singles;

    const atTenth = { rows: 0, memory: 0 };
    const [begun, cpuBegun] = [performance.now(), cpu()];
    await send(url, text, key, ({ line }) => {
      if (atTenth.rows === 0 && line >= rows / 10) Object.assign(atTenth, { rows: line, memory: most() });
      return line >= rows / 2;
    });
    const rate = (1_000 * (rows / 2)) / (performance.now() - begun);
    const [atHalf, cpuRow] = [most(), (cpu() - cpuBegun) / (rows / 2)];
    server?.child.kill('SIGKILL');
    await server?.ended;
    url = await start();
    const refused: number[] = [];
    let sums: Answer['sums'];
    const resumed = performance.now();
    let repeatedFor = 0;
    await send(url, text, key, (answer) => {
      if (answer.sums) sums = answer.sums;
      else if (answer.code !== codes.ok) refused.push(answer.line);
      if (answer.line === Math.floor(rows / 2)) repeatedFor = performance.now() - resumed;
      return false;
    });
    process.stdout.write(
      `${rows} rows, ${badLines.length} of them bad: ${rate.toFixed(0)} a second, ${single.toFixed(0)} as single calls one after the other; Souk computed ${cpuRow.toFixed(1)} ms for a row and ${cpuSingle.toFixed(1)} ms for a call; ` +
        `${((rows / 2 / repeatedFor) * 1_000).toFixed(0)} a second of those that were carried out before. Most memory: ${atTenth.memory.toFixed(0)} MB after ${atTenth.rows} rows, ` +
        `${atHalf.toFixed(0)} MB after half; killed there, and ${most().toFixed(0)} MB after all rows of the second process. ${JSON.stringify(sums)}. Load ${loadavg()[0]?.toFixed(1)}.\n`,
    );
    server?.child.kill('SIGKILL');
    await server?.ended;
    expect(refused).toEqual(badLines);
    expect(sums).toMatchObject({ done: rows - badLines.length, refused: badLines.length });
    const { db, close } = await world.open();
    expect(await db.$count(goods)).toBe(1 + singles + rows - badLines.length);
    await close();
  } finally {
    server?.child.kill('SIGKILL');
    await server?.ended;
    await world.remove();
  }
});
