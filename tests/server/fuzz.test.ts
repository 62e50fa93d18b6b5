import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { operator } from '../harness/recharging.ts';
import { seed } from '../harness/seed.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { type Operation, operations } from './fuzz/document.ts';
import { faultsOf } from './fuzz/faults.ts';
import { brokenRequest, validRequest } from './fuzz/requests.ts';
import { buildWorld, openHouse, type World } from './fuzz/world.ts';

const runs = Number(process.env.FUZZ ?? 110);
const signIn = {
  ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }).signIn,
  verify: 'after-failures' as const,
};
const failure = { $ref: '#/components/schemas/Failure' };

/** Returns the fault of an answer in a sentence; null where there is none. */
const wrongWith = (operation: Operation, status: number, text: string): string | null => {
  if (status >= 500) return `HTTP ${status}: ${text}`;
  const body = JSON.parse(text) as { code: number; data?: { reason?: string } };
  if (body.code === codes.unknownError || body.code === codes.systemError)
    return `code ${body.code}: ${text}`;
  if (body.code === codes.systemBusy && !/too_many|sent_already|quota|day/.test(body.data?.reason ?? ''))
    return `is busy with one request at a time: ${text}`;
  const [fault] = faultsOf(status === 200 ? operation.answer : failure, body);
  return fault ? `off the document: ${fault} in ${text.slice(0, 500)}` : null;
};

describe(`${runs} requests made from the document, half of them broken, seed ${seed}`, () => {
  let whole: TestServer;
  let server: TestServer;
  let shared: World | undefined;
  let close: () => Promise<void>;
  const reached = new Map<string, Set<number>>();

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
    await openHouse(server);
  });
  afterAll(async () => {
    const answered = [...reached.values()].reduce((sum, found) => sum + found.size, 0);
    const never = [...reached].filter(([, found]) => !found.has(codes.ok)).map(([name]) => name);
    process.stdout.write(
      `${operations.length} calls gave ${answered} different codes; never 200: ${never.join(', ') || 'none'}.\n`,
    );
    // Requests that are refused at the door would test nothing behind it.
    expect(never.length).toBeLessThan(4);
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
    await close();
    await whole.close();
  });

  // What a call changes is not there for the next one; those that only read share a world.
  const worldFor = async ({ path, isKeyed }: Operation): Promise<World> => {
    if (isKeyed || /logout|password|per\//.test(path)) return buildWorld(server, path);
    shared ??= await buildWorld(server);
    return shared;
  };

  it.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'are each answered by %s',
    async (name, operation) => {
      const { user, knownTo } = await worldFor(operation);
      const known = knownTo(operation.path);
      const found = new Set<number>();
      reached.set(name, found);
      const request = fc.oneof(
        validRequest(operation, known, user.token),
        brokenRequest(operation, known, user.token),
      );
      await fc.assert(
        fc.asyncProperty(request, async (sent) => {
          const { method, path, headers } = sent;
          const hasBody = method !== 'GET' && method !== 'HEAD';
          const answer = await server.app.request(`/api${path}`, {
            method,
            headers,
            ...(hasBody && sent.body !== undefined ? { body: sent.body } : {}),
          });
          const text = await answer.text();
          // The one has no body by definition, the other is a browser's question before it asks.
          if (method === 'HEAD' || answer.status === 204) {
            expect([answer.status < 500, text]).toEqual([true, '']);
            return;
          }
          // One path has two calls: with the other method it is the other one.
          const asked = operations.find((one) => one.path === operation.path && one.method === method);
          expect(wrongWith(asked ?? operation, answer.status, text)).toBeNull();
          found.add(JSON.parse(text).code);
        }),
        { numRuns: runs, seed, endOnFailure: true },
      );
    },
    600_000,
  );
});
