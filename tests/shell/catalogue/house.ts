import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CallName, Input } from '../../../src/contract/calls.ts';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { call } from '../../../src/data/api.ts';
import type { Client } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import type { TestServer, TestUser } from '../../harness/server.ts';

/** Where a situation is made: the real server, the app's own data layer in front of it, and a merchant of the row's own. */
export interface House {
  client: Client;
  server: TestServer;
  user: TestUser;
  /** Sends a call as the app does; keyed ones with a new key, where none is given. */
  send<C extends CallName>(name: C, input: Input<C>, key?: string): Promise<unknown>;
  decide(name: string, flags: object): Promise<{ id: string }>;
}

/**
 * What the app does about a code, beside its sentence: `stays` where it is; `cleared` of everything, at /404; `shut
 * out`, at /404 with its token; `invited` to enter a code, at /invite with the query as it was; asked to `sign in`
 * over the screen that stays.
 */
export type Reaction = 'stays' | 'cleared' | 'shut out' | 'invited' | 'sign in';

/** One code that a merchant can meet: when, by which call, and what the app does. The last call of `make` meets it. */
export interface Row {
  code: ErrorCode;
  when: string;
  call: CallName;
  app: Reaction;
  /** Before a sign-in. */
  signedOut?: true;
  make(house: House): Promise<unknown>;
}

/** One code that only the operator's side gives: by which decision, and what comes before it. */
export interface OperatorRow {
  code: ErrorCode;
  when: string;
  decision: string;
  flags: Record<string, unknown>;
  before?(house: Pick<House, 'server' | 'decide'>): Promise<unknown>;
}

export const houseOf = (client: Client, user: TestUser): House => ({
  client,
  server: client.server,
  user,
  // The form of the options hangs on the call, which is only known to who asks.
  send: (name, input, key = randomUUID()) => call(name, input, ...([{ key }] as never)),
  decide: (name, flags) => decide(client.server.deps, name, flags, 'test') as Promise<{ id: string }>,
});

/** Makes every insert of feedback fail in the database with the given error, while `work` runs. */
export async function failing({ server }: House, state: string, work: () => Promise<unknown>): Promise<void> {
  const { db } = server.deps;
  await db.execute(
    sql.raw(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'as it happens' using errcode = '${state}'; end $$`,
    ),
  );
  await db.execute(sql`create trigger fail before insert on feedback execute function fail()`);
  try {
    await work();
  } finally {
    await db.execute(sql`drop function fail() cascade`);
  }
}

/** For calls that our own forms would not let out. */
export const anything = (input: object) => input as never;
