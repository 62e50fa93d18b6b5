import type { Deps } from '../context.ts';
import { decisionLog } from '../schema/decisions.ts';

export interface Decided {
  name: string;
  input: Record<string, unknown>;
  actor: string;
}

const secret = /password|secret|token|id-number/i;
// Words are never longer; pictures are, and lie elsewhere.
const longest = 2_000;

// What was decided is kept as it was said, but for what nobody may read again.
const readable = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([flag, value]) => [flag, secret.test(flag) ? '•••' : String(value).slice(0, longest)]),
  );

const first = (input: Record<string, unknown>, flags: string[]): string | null => {
  const found = flags.map((flag) => input[flag]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : null;
};

/** Adds a decision to the log, in the transaction that carries it out. */
export async function logDecision(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { name, input, actor }: Decided,
): Promise<void> {
  await db.insert(decisionLog).values({
    ...{ name, actor, input: readable(input), at: clock.now() },
    reasonCode: first(input, ['code', 'kind', 'fault', 'outcome', 'result']),
    reason: first(input, ['reason', 'facts']),
  });
}
