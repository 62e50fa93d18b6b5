import * as v from 'valibot';
import type { CallSpec } from '../../../contract/call-spec.ts';
import type { CallName, Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { dedupeByBody, hashBody, runIdempotent, storedReply } from '../../ledger/idempotency/idempotency.ts';
import type { Context, Handler, RequestContext } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refuse.ts';
import { requireLoginPasswordProof } from '../../shops/login-password/login-password.ts';
import { requirePayPassword } from '../../shops/pay-password/require-pay-password.ts';
import { requireChangeProof, requireResetProof } from '../../shops/pay-password/require-proof.ts';
import { success } from '../envelope.ts';

/** Passes or refuses. May write; what it writes is kept even if the call is refused. */
type Proof<C extends CallName> = (context: Context<C>, input: Parsed<C>) => Promise<void>;

/**
 * What a call has to prove besides the payment password in its input, which is checked for every call. It runs before
 * the call's transaction, so that a counted failure is kept when the call is refused.
 */
const proofs: { readonly [C in CallName]?: Proof<C> } = {
  'POST /v1/user/update_pay_password': requireChangeProof,
  'POST /v1/user/reset_pay_password': requireResetProof,
  'POST /v1/user/update_password': requireLoginPasswordProof,
};

export interface Call {
  name: CallName;
  spec: CallSpec;
  handler: Handler<CallName>;
  /** The Idempotency-Key header, if the client sent one. */
  key: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// No answer leaves that breaks the contract: unknown members are cut, a wrong one is a fault that is logged.
const parseOutput = (spec: CallSpec, name: CallName, data: unknown): unknown => {
  const parsed = v.safeParse(spec.output, data);
  if (parsed.success) return parsed.output;
  const paths = parsed.issues.map((issue) => `${v.getDotPath(issue)}: expected ${issue.expected}`);
  throw new Error(`${name} answered off the contract at ${paths.slice(0, 5).join('; ')}`);
};

// Calls whose intended repeat looks like a resend unless it has a key: without one, equal bodies within a moment count as
// one. The other keyed calls cannot happen twice: an order is paid once, an account exists once.
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
    return success(parseOutput(spec, name, data));
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
  const scope = { shopId, operation: name };
  const hash = (salt: string) => hashBody(input, { userId, salt, cost: context.config.passwordCost });
  if (key !== undefined && !uuid.test(key))
    throw refuse(codes.invalidParameter, { field: 'Idempotency-Key', params: { kind: 'uuid' } });
  const now = context.clock.now();
  if (key === undefined) {
    await prove();
    const dedupeKey = repeatable.includes(name) ? { ...scope, bodyHash: await hash('') } : null;
    return inTransaction(db, (tx) => (dedupeKey ? dedupeByBody(tx, dedupeKey, now, () => run(tx)) : run(tx)));
  }
  const call = { ...scope, key: key.toLowerCase(), bodyHash: await hash(key.toLowerCase()) };
  const stored = await storedReply(db, call);
  if (stored) return stored;
  try {
    await prove();
  } catch (refusal) {
    // The same call may have been carried out meanwhile, and may have changed the password that proves it.
    const answered = await storedReply(db, call);
    if (answered) return answered;
    throw refusal;
  }
  return inTransaction(db, (tx) => runIdempotent(tx, call, now, () => run(tx)));
};
