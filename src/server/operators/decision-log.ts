import { isSecretName } from '../ledger/idempotency/secret-name.ts';
import type { Deps } from '../platform/context.ts';
import { decisionLog } from '../schema/decisions.ts';

export interface LoggedDecision {
  name: string;
  input: Record<string, unknown>;
  actor: string;
}

// Texts are never longer; pictures are, and are stored elsewhere.
const maxLength = 2_000;

// The log keeps a decision as it was sent, except for secrets.
const loggedFlags = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([flag, value]) => [flag, isSecretName(flag) ? '•••' : String(value).slice(0, maxLength)]),
  );

const firstText = (input: Record<string, unknown>, flags: string[]): string | null => {
  const reference = flags.map((flag) => input[flag]).find((value) => typeof value === 'string');
  return typeof reference === 'string' ? reference : null;
};

/** Adds a decision to the log, in the transaction that carries it out. */
export async function logDecision(
  { db, clock }: Deps,
  { name, input, actor }: LoggedDecision,
): Promise<void> {
  await db.insert(decisionLog).values({
    name,
    actor,
    input: loggedFlags(input),
    at: clock.now(),
    reasonCode: firstText(input, ['code', 'kind', 'fault', 'outcome', 'result']),
    reason: firstText(input, ['reason', 'facts']),
  });
}
