import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { routeOf } from '../../src/contract/request.ts';
import { demoPages } from '../../src/server/demo/demo-host.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { createApp } from '../../src/server/http/app/app.ts';
import { createSite } from '../../src/server/http/site/site.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { demoMessenger } from '../../src/server/platform/messenger.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { dist } from './built.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { openTestDatabase } from './database.ts';
import { testLangs } from './langs.mjs';

export interface Demo {
  url: string;
  clock: FakeClock;
  /** Returns the server's log so far, with its line for each request. */
  logged(): string;
  /** Sends a decision of the operator, over HTTP. */
  ops<T = Record<string, unknown>>(decision: string, flags?: Record<string, unknown>): Promise<T>;
  /** Signs the merchant of the demo in; returns the token. */
  signIn(): Promise<string>;
  /** Sends a call of the contract over HTTP, for what a page does not show. */
  call<T = Record<string, unknown>>(name: string, input: object, token?: string): Promise<T>;
  /** Advances the clock, and runs the due work. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** What the merchant of the demo signs in with. */
export const demoSignIn = { username: 'amina', password: 'souk-demo-1' };

const opsKey = 'the-operator-key-of-the-tests';

/**
 * Starts the demo shop with the built pages on a port, with a clock that a test moves and without the live market: only
 * the test changes its orders.
 */
export async function startDemo(): Promise<Demo> {
  const database = await openTestDatabase('pglite');
  const clock = fakeClock(new Date());
  const faults: string[] = [];
  const lines: string[] = [];
  const log: Log = {
    info: (event, fields) => void lines.push(`${event} ${JSON.stringify(fields)}`),
    error: (event, error) => void faults.push(`${event}: ${error}`),
  };
  const env = {
    NODE_ENV: 'test',
    SOUK_DEMO: '1',
    SOUK_OPS_KEY: opsKey,
    SOUK_LANGS: testLangs,
    SOUK_LOG_REQUESTS: '1',
  };
  const deps: Deps = {
    db: database.db,
    clock,
    config: { ...readConfig(env), passwordCost: 16 },
    bucket: null,
    messenger: demoMessenger(log),
    random: seededRandom(process.env.SEED ?? 'story'),
    log,
  };
  await seedHelp(deps);
  await seedDemo(deps);
  const app = createApp(deps);
  app.route('/', createSite(deps, dist, { demo: demoPages(deps) }));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const post = async <T>(path: string, input: object, headers: Record<string, string>): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
    if (code !== 200) throw new Error(`${path} answered ${code}: ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  const ops: Demo['ops'] = (decision, flags = {}) =>
    post(`/ops/${decision}`, flags, { 'x-ops-key': opsKey, 'idempotency-key': crypto.randomUUID() });
  const call: Demo['call'] = (name, input, token) =>
    post(`/api${routeOf(name).path}`, input, token ? { authorization: token } : {});
  return {
    url,
    clock,
    logged: () => [...lines, ...faults].join('\n'),
    ops,
    call,
    async signIn() {
      const { token } = await call<{ token: string }>('POST /login', demoSignIn);
      return token;
    },
    async pass(ms) {
      clock.advance(ms);
      await ops('tick');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
      if (faults.length > 0) throw new Error(`the server had faults:\n${faults.join('\n')}`);
    },
  };
}
