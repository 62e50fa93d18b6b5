import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { holds } from '../../src/server/schema.ts';
import { type BuiltServer, buildServer, watch } from '../harness/processes.ts';
import { jpeg, png } from '../harness/sample-files.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const opsKey = 'a-key-of-at-least-24-characters';

let server: TestServer;
let built: BuiltServer;
let listening: Server;
let requests: number;

beforeAll(async () => {
  [server, built] = await Promise.all([startTestServer('postgres', { config: { opsKey } }), buildServer()]);
});
afterEach(() => {
  listening.closeAllConnections();
  listening.close();
});
afterAll(async () => {
  await server.close();
});

/** The real server behind a line that is cut under the first request, before or after that is carried out. */
const listenBehind = async (cut: 'before' | 'after' | 'never'): Promise<string> => {
  requests = 0;
  const answer = getRequestListener(async (request, env) => {
    const { incoming } = env as unknown as { incoming: IncomingMessage };
    const isCut = ++requests === 1 && cut !== 'never';
    if (!isCut) return server.app.fetch(request);
    if (cut === 'after') await server.app.fetch(request);
    incoming.socket.destroy();
    return new Response();
  });
  listening = createServer(answer);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
};

it.each(['before', 'after'] as const)(
  'a decision on a line that is cut %s it is carried out is printed whole with its key, and is done once by that',
  async (cut) => {
    const env = { SOUK_URL: await listenBehind(cut), SOUK_OPS_KEY: opsKey };
    const { shopId } = await server.addUser();
    await server.fund(shopId, 20n * UNITS);
    const timesHeld = () => server.deps.db.$count(holds, eq(holds.shopId, shopId));
    const reasons = ['--facts', "Two buyers' parcels; $5 each.", '--rule', 'Terms 9.1', '--by', 'Rosa M.'];
    const args = ['hold', '--shop', shopId, '--amount', '5', '--code', 'risk', ...reasons];

    const first = built.run('ops-cli', env, args);
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain(
      `No answer came from ${env.SOUK_URL}/ops/hold, so whether hold was carried out is not known.`,
    );
    const again = /^ {2}(npm run ops -- hold .+ --key [0-9a-f-]{36})$/m.exec(first.output())?.[1] ?? '';
    expect([requests, await timesHeld()]).toEqual([1, cut === 'before' ? 0 : 1]);

    // As a shell reads it; npm would build before, and hand on what stands after the two dashes.
    const npm = `npm() { shift 3; '${process.execPath}' '${built.file('ops-cli')}' "$@"; }`;
    const send = () => watch(spawn('sh', ['-c', `${npm}\n${again}`], { env }));
    const [second, third] = [send(), send()];
    expect([await second.ended, await third.ended]).toContain(0);
    expect(await send().ended).toBe(0);
    expect(await timesHeld()).toBe(1);
    const [held] = await server.deps.db.select().from(holds).where(eq(holds.shopId, shopId));
    expect(held?.amount).toBe(5n * UNITS);
  },
);

it('pictures are sent from their files, and a path without one is named before anything is sent', async () => {
  const env = { SOUK_URL: await listenBehind('never'), SOUK_OPS_KEY: opsKey };
  const folder = mkdtempSync(join(tmpdir(), 'souk-pictures-'));
  const path = (name: string) => join(folder, name);
  writeFileSync(path('front.jpg'), jpeg());
  writeFileSync(path('side.png'), png());
  const add = (...files: string[]) =>
    built.run('ops-cli', env, ['picture-add', '--pictures', files.map(path).join()]);

  const missing = add('front.jpg', 'none.png');
  expect(await missing.ended).toBe(1);
  expect([missing.output(), requests]).toEqual([`"${path('none.png')}" is no file that can be read.\n`, 0]);

  const added = add('front.jpg', 'side.png');
  expect(await added.ended).toBe(0);
  expect(added.output()).toMatch(/"\/files\/\w{32}\.jpg",\s+"\/files\/\w{32}\.png"/);
  rmSync(folder, { recursive: true });
});
