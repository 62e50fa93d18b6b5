import type { CallName } from '../../../src/contract/calls.ts';
import { routeOf } from '../../../src/contract/request.ts';
import { decide } from '../../../src/server/operators/decisions.ts';
import { sendForm } from '../../harness/form.ts';
import type { Answer, TestServer, TestUser } from '../../harness/server.ts';

/** The server, and a merchant of this row's own, with money and without anything else. */
export interface Desk {
  server: TestServer;
  user: TestUser;
  /** What a step before has found, for those after it. */
  known: Record<string, string>;
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

export const ask = <T = Record<string, unknown>>({ server, user }: Desk, name: string, input: object = {}) =>
  server.call<T>(name, input, { token: user.token });

/** Sends a call without a key, as a form where a file is in it. */
export const sendPlainly = (desk: Desk, name: string, input: Sent): Promise<Answer> => {
  if (!Object.values(input).some((value) => value instanceof File)) return ask(desk, name, input);
  const { type, ...fields } = input as Record<string, string | File>;
  const path = routeOf(name).path.replace('{type}', String(type));
  return sendForm(desk.server, path, fields, desk.user);
};

export const say = ({ server }: Desk, name: string, flags: object) =>
  decide(server.deps, name, flags, 'rosa') as Promise<{ id: string }>;

const within = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((one, name) => (one as Record<string, unknown> | null)?.[name], value);

/** A field of a call's answer: `field('POST /v1/order/list', 'counts.cancelled')`. */
export const field = (call: CallName, path: string, input: (desk: Desk) => object = () => ({})): Read => ({
  says: `${path} of ${call}`,
  of: async (desk) => within((await ask(desk, call, input(desk))).data, path),
});
