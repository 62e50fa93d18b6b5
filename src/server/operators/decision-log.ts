import { isSecretName } from '../ledger/idempotency/secret-name.ts';
import type { Deps } from '../platform/context.ts';
import { decisionLog } from '../schema/decisions.ts';

interface SentDecision {
  name: string;
  sent: Record<string, unknown>;
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

/** Adds a decision to the log, as it was sent. */
export async function logDecision(
  { db, clock }: Deps,
  { name, sent }: SentDecision,
  actor: string,
): Promise<void> {
  await db.insert(decisionLog).values({
    name,
    actor,
    input: loggedFlags(sent),
    at: clock.now(),
    reasonCode: firstText(sent, ['code', 'kind', 'fault', 'outcome', 'result']),
    reason: firstText(sent, ['reason', 'facts']),
  });
}
