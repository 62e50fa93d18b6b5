import * as v from 'valibot';
import type { CallSpec } from '../../contract/call-spec.ts';
import type { CallName } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import type { Context, Handler, RequestContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { success } from '../http/envelope.ts';
import { hashBody, once, onceAMoment, storedReply } from '../idempotency/idempotency.ts';
import { requirePayPassword } from '../pay-password/require-pay-password.ts';
import { refuse } from '../refuse.ts';
import { type Proof, proofs } from './proofs.ts';

export interface Call {
  name: CallName;
  spec: CallSpec;
  handler: Handler<CallName>;
  /** The Idempotency-Key header, if the client sent one. */
  key: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Nothing off the contract leaves: unknown members are cut, a wrong one is a fault that is logged.
const checked = (spec: CallSpec, name: CallName, data: unknown): unknown => {
  const parsed = v.safeParse(spec.output, data);
  if (parsed.success) return parsed.output;
  const paths = parsed.issues.map((issue) => `${v.getDotPath(issue)}: expected ${issue.expected}`);
  throw new Error(`${name} answered off the contract at ${paths.slice(0, 5).join('; ')}`);
};

// What nothing but a key tells from the same wished for again: orders are paid once, accounts are there once.
const repeatable: readonly CallName[] = [
  ...(['POST /v1/user/withdraw/add', 'POST /v1/ad/pay'] as const),
  ...(['POST /v1/home/feedback', 'POST /v1/order-comment'] as const),
];

const payPasswordIn = (input: unknown): string | undefined =>
  typeof input === 'object' &&
  input !== null &&
  'payPassword' in input &&
  typeof input.payPassword === 'string'
    ? input.payPassword
    : undefined;

/** Runs a call's handler on a validated input and returns the answer's text. */
export const runCall = async (
  { name, spec, handler, key }: Call,
  context: RequestContext,
  input: unknown,
): Promise<string> => {
  const run = async (db: RequestContext['db']) => {
    // The table of handlers pairs each name with its own context and input; here the pair is looked up by name.
    const data = await handler({ ...context, db } as Parameters<Handler<CallName>>[0], input as never);
    return success(checked(spec, name, data));
  };
  const { actor, db } = context;
  const prove = async () => {
    const secret = payPasswordIn(input);
    if (actor && secret !== undefined) await requirePayPassword(context, actor, secret);
    await (proofs[name] as Proof<CallName> | undefined)?.(context as Context<CallName>, input as never);
  };
  if (!spec.keyed || !actor) {
    await prove();
    return run(db);
  }

  const { shopId, userId } = actor;
  const whose = { shopId, operation: name };
  const hash = (salt: string) => hashBody(input, { userId, salt, cost: context.config.passwordCost });
  if (key !== undefined && !uuid.test(key))
    throw refuse(codes.invalidParameter, { field: 'Idempotency-Key', params: { kind: 'uuid' } });
  const now = context.clock.now();
  if (key === undefined) {
    await prove();
    const asked = repeatable.includes(name) ? { ...whose, bodyHash: await hash('') } : null;
    return inTransaction(db, (tx) => (asked ? onceAMoment(tx, asked, now, () => run(tx)) : run(tx)));
  }
  const call = { ...whose, key: key.toLowerCase(), bodyHash: await hash(key.toLowerCase()) };
  const stored = await storedReply(db, call);
  if (stored) return stored;
  await prove();
  return inTransaction(db, (tx) => once(tx, call, now, () => run(tx)));
};
