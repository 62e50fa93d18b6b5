import * as v from 'valibot';
import { type CallSpec, isKeyed, type Proof } from '../../../contract/call-spec.ts';
import type { CallName, Parsed, ProvenCall } from '../../../contract/calls.ts';
import { dedupeByBody, hashBody, runIdempotent, storedReply } from '../../ledger/idempotency/idempotency.ts';
import type { Context, Handler, RequestContext } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { invalidField } from '../../platform/refuse.ts';
import { requireLoginPasswordProof } from '../../shops/login-password/login-password.ts';
import { requirePayPassword } from '../../shops/pay-password/require-pay-password.ts';
import {
  requireChangeProof,
  requirePhoneProof,
  requireResetProof,
} from '../../shops/pay-password/require-proof.ts';
import { success } from '../envelope.ts';
import { isUuid } from '../input.ts';

/** Passes or refuses. May write; what it writes is kept even if the call is refused. */
type CheckProof<C extends CallName> = (context: Context<C>, input: Parsed<C>) => Promise<void>;

/** Runs before the call's transaction, so that a counted failure is kept when the call is refused. */
const proofs: { readonly [P in Proof]: CheckProof<ProvenCall<P>> } = {
  payPassword: (context, { payPassword }) => requirePayPassword(context, context.caller, payPassword),
  payPasswordChange: requireChangeProof,
  payPasswordReset: requireResetProof,
  loginPassword: requireLoginPasswordProof,
  phoneChange: requirePhoneProof,
};

export interface Call {
  name: CallName;
  spec: CallSpec;
  handler: Handler<CallName>;
  /** The Idempotency-Key header, if the client sent one. */
  key: string | undefined;
}

// No answer leaves that breaks the contract: unknown members are cut, a wrong one is a fault that is logged.
const parseOutput = (spec: CallSpec, name: CallName, data: unknown): unknown => {
  const parsed = v.safeParse(spec.output, data);
  if (parsed.success) return parsed.output;
  const paths = parsed.issues.map((issue) => `${v.getDotPath(issue)}: expected ${issue.expected}`);
  throw new Error(`${name} answered off the contract at ${paths.slice(0, 5).join('; ')}`);
};

/** Returns whether a call only asks what it would change: a repeat is asked again, so no reply is stored. */
const isDryRun = (input: unknown): boolean => (input as { dryRun?: unknown } | undefined)?.dryRun === true;

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
  const { caller, db } = context;
  const checkProof = async () => {
    const check = spec.proof && (proofs[spec.proof] as CheckProof<CallName>);
    await check?.(context as Context<CallName>, input as never);
  };
  if (!isKeyed(spec) || !caller || isDryRun(input)) {
    await checkProof();
    return run(db);
  }

  const { shopId, userId } = caller;
  const scope = { shopId, operation: name };
  const hash = (salt: string) => hashBody(input, { userId, salt, cost: context.config.passwordCost });
  if (key !== undefined && !isUuid(key)) throw invalidField('Idempotency-Key', 'uuid');
  const now = context.clock.now();
  if (key === undefined) {
    await checkProof();
    const dedupeKey = spec.effect === 'repeatable' ? { ...scope, bodyHash: await hash('') } : null;
    return inTransaction(db, (tx) => (dedupeKey ? dedupeByBody(tx, dedupeKey, now, () => run(tx)) : run(tx)));
  }
  const call = { ...scope, key: key.toLowerCase(), bodyHash: await hash(key.toLowerCase()) };
  const stored = await storedReply(db, call);
  if (stored) return stored;
  try {
    await checkProof();
  } catch (error) {
    // The same call may have been carried out meanwhile, and may have changed the password that proves it.
    const answered = await storedReply(db, call);
    if (answered) return answered;
    throw error;
  }
  return inTransaction(db, (tx) => runIdempotent(tx, call, now, () => run(tx)));
};
