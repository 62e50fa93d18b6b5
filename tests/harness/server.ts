import type { CallName } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { requestOf } from '../../src/contract/request.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { createApp } from '../../src/server/http/app/app.ts';
import { handlers } from '../../src/server/http/handlers.ts';
import { read } from '../../src/server/operators/decisions.ts';
import { after } from '../../src/server/platform/clock.ts';
import { type Config, readConfig } from '../../src/server/platform/config/config.ts';
import type { Deps, Handlers } from '../../src/server/platform/context.ts';
import { storePicture } from '../../src/server/platform/files/pictures.ts';
import { newId, newNo, newToken, type Random } from '../../src/server/platform/ids.ts';
import type { Log } from '../../src/server/platform/log.ts';
import type { Message } from '../../src/server/platform/messenger.ts';
import { hashPassword } from '../../src/server/platform/passwords.ts';
import { sessions, shops, users } from '../../src/server/schema.ts';
import { hashToken } from '../../src/server/shops/sessions/auth.ts';
import { nameKeyOf } from '../../src/server/shops/sessions/usernames.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { creditRecharge } from './credit-recharge.ts';
import { type Kind, openTestDatabase, type TestDatabase } from './database.ts';
import { decide } from './decide.ts';
import { type Answer, type Call, type CallOptions, openUser, type TestUser } from './test-user.ts';

export type { Answer, TestUser };

export const password = 'correct-horse-1';
export const payPassword = '135790';

interface Detail {
  field?: string;
  reason?: string;
  message?: string;
  params?: object;
}

export interface TestServer {
  app: ReturnType<typeof createApp>;
  deps: Deps;
  database: TestDatabase;
  clock: FakeClock;
  /** The codes that were sent to people, newest first. */
  sent: readonly Message[];
  call: Call<[options?: CallOptions]>;
  /** Decides as the operator, under the name of one of its people; texts are read as on a command line. */
  decide<T = unknown>(decision: string, flags?: object, by?: string): Promise<T>;
  /** Reads a list or an item as the operator does. */
  read<T = unknown>(name: string, input?: object): Promise<T>;
  /** Decides as the operator, and returns what it is refused with; the code 200 where it is carried out. */
  refused(decision: string, flags: object): Promise<{ code: number; detail: Detail }>;
  /** A merchant with a shop, a session and both passwords set. */
  addUser(options?: { username?: string; withoutPayPassword?: true }): Promise<TestUser>;
  /** Returns a valid token of the user: signs in again where time has passed since the last. */
  signIn(user: TestUser): Promise<string>;
  /** Puts money into a shop's balance by a posting, in 10^-6. */
  fund(shopId: string, amount: bigint): Promise<void>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  config?: Partial<Config>;
  /** Where faults go; without one, a fault of the server fails the test when it closes. */
  log?: Log;
  /** An open database to use; the caller closes it. */
  database?: TestDatabase;
  start?: string;
  /** Where ids and secrets come from: another server's, where both are on one database. */
  random?: Random;
  /** Handlers in place of the server's own, for tests of what surrounds them. */
  handlers?: Partial<Handlers<CallName>>;
}

const hashes = new Map<string, Promise<string>>();
const hashOnce = (secret: string, cost: number, random: Random): Promise<string> => {
  const known = hashes.get(secret) ?? hashPassword(secret, cost, random);
  hashes.set(secret, known);
  return known;
};

/** The real server, in this process and without a port, on its own database and a clock that stands still. */
export const startTestServer = async (kind: Kind, options: TestServerOptions = {}): Promise<TestServer> => {
  const database = options.database ?? (await openTestDatabase(kind));
  // The picture of all goods and promotions that tests make.
  await storePicture(
    database.db,
    'thing.svg',
    new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  );
  const clock = fakeClock(options.start);
  const random = options.random ?? seededRandom(process.env.SEED ?? 'souk');
  const config: Config = {
    ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }),
    passwordCost: 16,
    ...options.config,
  };
  const sent: Message[] = [];
  const faults: string[] = [];
  const faultLog: Log = { info() {}, error: (event, error) => void faults.push(`${event}: ${error}`) };
  const deps: Deps & { clock: FakeClock } = {
    db: database.db,
    clock,
    config,
    bucket: null,
    messenger: { send: (message) => void sent.unshift(message), shown: () => sent, idle: async () => {} },
    random,
    log: options.log ?? faultLog,
  };
  const app = createApp(deps, { ...handlers, ...options.handlers });

  const call: TestServer['call'] = async <T>(
    name: string,
    input: object = {},
    { token, key, headers }: CallOptions = {},
  ) => {
    const { path, headers: typed, ...request } = requestOf(name, input);
    const response = await app.request(`/api${path}`, {
      ...request,
      headers: {
        ...typed,
        ...(token ? { authorization: token } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
    });
    const text = await response.text();
    const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: T };
    return { status: response.status, headers: response.headers, text, code, msg, data };
  };

  const addUser: TestServer['addUser'] = async ({ username, withoutPayPassword } = {}) => {
    const shopId = newId(random, 'shop');
    const userId = newId(random, 'user');
    const name = username ?? userId;
    const now = clock.now();
    await deps.db.insert(shops).values({
      id: shopId,
      no: newNo(random, now),
      name: `Shop of ${name}`,
      timeZone: 'UTC',
      currency: config.currency,
      createdAt: now,
    });
    await deps.db.insert(users).values({
      id: userId,
      shopId,
      username: name,
      nameKey: nameKeyOf(name),
      passwordHash: await hashOnce(password, config.passwordCost, random),
      payPasswordHash: withoutPayPassword ? null : await hashOnce(payPassword, config.passwordCost, random),
      createdAt: now,
    });
    const token = newToken(random);
    await deps.db.insert(sessions).values({
      tokenHash: hashToken(token),
      userId,
      createdAt: now,
      seenAt: now,
      expiresAt: after(now, config.session.absolute),
    });
    return openUser(deps, { userId, shopId, username: name, token }, call);
  };

  const decideAs = <T>(decision: string, flags: object = {}, by = 'rosa') =>
    decide(deps, decision, flags, by) as Promise<T>;
  const refused: TestServer['refused'] = (decision, flags) =>
    decideAs(decision, flags).then(
      () => ({ code: codes.ok, detail: {} }),
      (error) => error as { code: number; detail: Detail },
    );

  const signedIn = new Map<string, { token: string; at: number }>();
  const signIn: TestServer['signIn'] = async ({ userId, username }) => {
    const at = clock.now().getTime();
    const known = signedIn.get(userId);
    if (known?.at === at) return known.token;
    const { data } = await call<{ token: string }>('POST /login', { username, password });
    signedIn.set(userId, { token: data.token, at });
    return data.token;
  };

  let funded = 0;
  const fund: TestServer['fund'] = async (shopId, amount) => {
    const ref = `test_${shopId}_${funded++}`;
    await deps.db.transaction((tx) => creditRecharge(tx, { ref, shopId, amount, at: clock.now() }));
  };

  return {
    app,
    deps,
    sent,
    database,
    clock,
    call,
    decide: decideAs,
    read: <T>(name: string, input: object = {}) => read(deps, name, input) as Promise<T>,
    refused,
    addUser,
    signIn,
    fund,
    async close() {
      if (!options.database) await database.close();
      if (faults.length > 0) throw new Error(`the server had faults:\n${faults.join('\n')}`);
    },
  };
};
