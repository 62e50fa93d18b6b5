import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listen } from '../../src/server/http/listen.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { chunkBytes, streamChunks } from '../../src/server/platform/stream-chunks.ts';

/** Counts the turns of the event loop while the work is done: in each of them other requests are answered. */
const turnsDuring = async (work: (turn: () => number) => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work(() => turns);
  isOver = true;
  return turns;
};

it('a transaction on the embedded database lets the event loop turn before each of its queries', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-turns-'));
  const { db, close } = await openPglite(dataDir, silentLog);
  const queries = 50;
  const turns = await turnsDuring(() =>
    inTransaction(db, async (tx) => {
      for (let nth = 0; nth < queries; nth++) await tx.execute(sql`select ${nth}::int`);
    }),
  );
  expect(turns).toBeGreaterThanOrEqual(queries);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a long answer from memory lets the event loop turn between its pieces', async () => {
  const pieces = 100;
  const turns = await turnsDuring(async () => {
    const body = streamChunks({
      size: pieces * chunkBytes,
      read: async (_, length) => new Uint8Array(length),
    });
    for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
  });
  expect(turns).toBeGreaterThanOrEqual(pieces - 1);
});

it('requests that come in one packet are answered in separate turns of the event loop', async () => {
  const requests = 9;
  const begun: number[] = [];
  await turnsDuring(async (turn) => {
    const config = { host: '127.0.0.1', port: 0, trustProxy: false };
    const listening = await listen(config, { phase: 'ready', db: null }, () => {
      begun.push(turn());
      return new Response('x');
    });
    const { hostname, port } = new URL(listening.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET / HTTP/1.1\r\nhost: souk\r\n\r\n'.repeat(requests));
    while (begun.length < requests) await once(socket, 'data');
    socket.destroy();
    await listening.close(0);
  });
  expect(new Set(begun).size).toBe(requests);
});
