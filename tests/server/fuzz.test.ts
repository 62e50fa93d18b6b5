import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, callNames } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { operator } from '../harness/recharging.ts';
import { seed } from '../harness/seed.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { madeUpRequest } from './fuzz/broken.ts';
import { type Desk, openDesk } from './writes/write.ts';
import { openReader, writes } from './writes/writes.ts';

const runs = Number(process.env.FUZZ ?? 110);
// What a request changes by chance is not there for all the others.
const desks = 3;
const signIn = {
  ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }).signIn,
  verify: 'after-failures' as const,
};

/** Returns the fault of an answer in a sentence; null where there is none. An answer off the contract is a 500. */
const wrongWith = (status: number, text: string): string | null => {
  if (status >= 500) return `HTTP ${status}: ${text}`;
  const body = JSON.parse(text) as { code: number; msg: unknown; data?: { reason?: string } };
  if (Object.keys(body).join() !== 'code,msg,data' || typeof body.msg !== 'string')
    return `no envelope: ${text}`;
  if (body.code === codes.unknownError || body.code === codes.systemError)
    return `code ${body.code}: ${text}`;
  if (body.code === codes.systemBusy && !/too_many|sent_already|quota|day/.test(body.data?.reason ?? ''))
    return `is busy with one request at a time: ${text}`;
  return null;
};

describe(`${runs} requests made from a right one of each call, most of them broken, seed ${seed}`, () => {
  let whole: TestServer;
  let server: TestServer;
  let close: () => Promise<void>;
  let inputs: Map<CallName, Record<string, unknown>>;
  let reader: Desk;

  // One connection: a call that asks for a second one while it holds the first would wait for itself.
  beforeAll(async () => {
    whole = await startTestServer('postgres');
    const { url } = whole.database;
    const single = await openPostgres({ url, log: silentLog, connections: 1, connectionTimeout: 2_000 });
    server = await startTestServer('postgres', {
      database: { ...single, url },
      config: { operator, signIn },
    });
    close = single.close;
    await seedHelp(server.deps);
    reader = await openDesk(server);
    inputs = await openReader(reader);
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
    await close();
    await whole.close();
  });

  const rightFor = async (call: CallName) => {
    const write = writes.find((one) => one.call === call);
    if (!write) return { desk: reader, input: inputs.get(call) ?? {} };
    const desk = await openDesk(server);
    return { desk, input: await write.input(desk) };
  };

  it.each(callNames)(
    'are each answered by %s',
    async (call) => {
      for (let n = 0; n < desks; n++) {
        const { desk, input } = await rightFor(call);
        await fc.assert(
          fc.asyncProperty(madeUpRequest(call, input, desk.user.token), async ({ path, ...init }) => {
            const hasBody = init.method !== 'GET' && init.method !== 'HEAD';
            const answer = await server.app.request(`/api${path}`, {
              ...init,
              body: hasBody ? init.body : null,
            });
            const text = await answer.text();
            // The one has no body by definition, the other is a browser's question before it asks.
            if (init.method === 'HEAD' || answer.status === 204)
              expect([answer.status < 500, text]).toEqual([true, '']);
            else expect(wrongWith(answer.status, text)).toBeNull();
          }),
          { numRuns: Math.ceil(runs / desks), seed: seed + n, endOnFailure: true },
        );
      }
    },
    600_000,
  );
});
