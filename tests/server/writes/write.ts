import type { CallName } from '../../../src/contract/calls.ts';
import { UNITS } from '../../../src/contract/money.ts';
import { routeOf } from '../../../src/contract/request.ts';
import { loginAttempts } from '../../../src/server/schema.ts';
import { sendForm } from '../../harness/form.ts';
import type { Answer, TestServer, TestUser } from '../../harness/server.ts';

/** The server, and a merchant of this row's own, with money and without anything else. */
export interface Desk {
  server: TestServer;
  user: TestUser;
  /** What a step before has found, for those after it. */
  known: Record<string, string>;
}

/** Opens a shop with 500.00 and no guesses at its passwords. */
export async function openDesk(server: TestServer): Promise<Desk> {
  const user = await server.addUser();
  await server.fund(user.shopId, 500n * UNITS);
  await server.deps.db.delete(loginAttempts);
  return { server, user, known: {} };
}

type Sent = Record<string, unknown>;

/** What is read before and after a write: by which call, and which field of its answer. */
export interface Read {
  says: string;
  of(desk: Desk): Promise<unknown>;
}

/**
 * One call that changes something, as a client of the specification sends it: without an Idempotency-Key. `again` is
 * what the very same gets a moment later, and it changes nothing more; `next` is where it does, and says what bounds it.
 */
export interface Write {
  call: CallName;
  read: Read;
  was: unknown;
  becomes: unknown;
  again?: number | { next: unknown };
  /** Makes what the call needs, and answers what it is sent. */
  input(desk: Desk): Promise<Sent> | Sent;
  /** What the answer gives to the reader. */
  keep?(desk: Desk, data: Record<string, string>): void;
}

const under = ({ user }: Desk, key?: string) => ({ token: user.token, ...(key !== undefined && { key }) });

export const ask = <T = Record<string, unknown>>(
  desk: Desk,
  name: string,
  input: object = {},
  key?: string,
) => desk.server.call<T>(name, input, under(desk, key));

/** Sends a call, as a form where a file is in it; without a key where none is given. */
export const send = (desk: Desk, name: string, input: Sent, key?: string): Promise<Answer> => {
  if (!Object.values(input).some((value) => value instanceof File)) return ask(desk, name, input, key);
  const { type, ...fields } = input as Record<string, string | File>;
  const path = routeOf(name).path.replace('{type}', String(type));
  return sendForm(desk.server, path, fields, under(desk, key));
};

export const say = ({ server }: Desk, name: string, flags: object) =>
  server.decide<{ id: string }>(name, flags);

const within = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((one, name) => (one as Record<string, unknown> | null)?.[name], value);

/** A field of a call's answer: `field('POST /v1/order/list', 'counts.cancelled')`. */
export const field = (call: CallName, path: string, input: (desk: Desk) => object = () => ({})): Read => ({
  says: `${path} of ${call}`,
  of: async (desk) => within((await ask(desk, call, input(desk))).data, path),
});
