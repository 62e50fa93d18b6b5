import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { CallName, Output } from '../../src/contract/calls.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { notices, statements } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { openSession } from '../../src/server/shops/sessions/auth.ts';
import type { FakeClock } from './clock.ts';

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  text: string;
  code: number;
  msg: string;
  data: T;
}

/** Sends a call by its name, `POST /v1/order/list`, which gives the type of the answer; a GET's input travels in the query. */
export interface Call<Options extends unknown[]> {
  <C extends CallName>(name: C, input?: object, ...options: Options): Promise<Answer<Output<C>>>;
  <T = unknown>(name: string, input?: object, ...options: Options): Promise<Answer<T>>;
}

export interface CallOptions {
  token?: string;
  key?: string;
  headers?: Record<string, string>;
}

export interface TestUser {
  userId: string;
  shopId: string;
  username: string;
  token: string;
  /** Sends a call under the user's token and a new key, or the given one. */
  call: Call<[key?: string]>;
  /** Lets time pass, does what is due, and opens a new session: none lasts for ever. */
  wait(ms: number): Promise<void>;
  /** Returns the balance of one of the shop's accounts, such as `available`, in 10^-6. */
  held(account: string): Promise<bigint>;
  /** Returns the notices, of one kind where it is given, the oldest first. */
  notices(kind?: string): Promise<(typeof notices.$inferSelect)[]>;
  /** Returns the statements of reasons, the oldest first. */
  statements(): Promise<(typeof statements.$inferSelect)[]>;
}

/** Gives a user of a test server what a merchant does there, and what of its shop is asked for beside the API. */
export const openUser = (
  deps: Deps & { clock: FakeClock },
  user: Record<'userId' | 'shopId' | 'username' | 'token', string>,
  send: Call<[options?: CallOptions]>,
): TestUser => ({
  ...user,
  call(name: string, input?: object, key: string = randomUUID()) {
    return send(name, input, { token: this.token, key });
  },
  async wait(ms) {
    deps.clock.advance(ms);
    this.token = (await openSession(deps, user.userId)).token;
    await runDue(deps);
  },
  held: (account) => balanceOf(deps.db, `M.${account}:${user.shopId}`),
  notices: (kind) =>
    deps.db
      .select()
      .from(notices)
      .where(and(eq(notices.shopId, user.shopId), kind ? eq(notices.kind, kind) : undefined))
      .orderBy(notices.seq),
  statements: () =>
    deps.db
      .select()
      .from(statements)
      .where(eq(statements.shopId, user.shopId))
      .orderBy(statements.at, statements.id),
});
