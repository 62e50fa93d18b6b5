import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/platform/database/db.ts';
import { Refusal } from '../../../src/server/platform/refuse.ts';
import type { FakeClock } from '../../harness/clock.ts';
import { undone } from '../../harness/undone.ts';

/** What may happen in a state: it changes the database, or throws a Refusal. */
export interface Act {
  name: string;
  /** Whether it needs the will of a merchant, a buyer or an operator; the rest comes by itself. */
  isChosen: boolean;
  run(tx: Database): Promise<void>;
}

interface Edge {
  act: Act;
  to: string;
}

/** Every reachable state by its key, with what leads out of it, and how it was first reached. */
export type States<State> = Map<string, { state: State; edges: Edge[]; path: string[] }>;

/**
 * Tries every act in every state that is reachable from the present one, on the real database: each act runs in a
 * savepoint that is rolled back. Two states are the same where `read` gives them the same key.
 * @throws Error that names the path, where an act fails otherwise than by a refusal
 */
export async function explore<State>(
  db: Database,
  { acts, clock, read }: { acts: Act[]; clock: FakeClock; read(tx: Database): Promise<[string, State]> },
): Promise<States<State>> {
  const states: States<State> = new Map();

  const tryAct = (tx: Database, act: Act, path: string[], edges: Edge[]): Promise<void> =>
    undone(tx, async (inner) => {
      await act.run(inner);
      // What is otherwise checked on commit.
      await inner.execute(sql`set constraints all immediate`);
      edges.push({ act, to: await visit(inner, [...path, act.name]) });
    });

  const visit = async (tx: Database, path: string[]): Promise<string> => {
    const [key, state] = await read(tx);
    if (states.has(key)) return key;
    const edges: Edge[] = [];
    states.set(key, { state, edges, path });
    const now = clock.now();
    for (const act of acts) {
      try {
        await tryAct(tx, act, path, edges);
      } catch (error) {
        if (!(error instanceof Refusal))
          throw new Error(`${[...path, act.name].join(', ')}: ${error}`, { cause: error });
      }
      clock.set(now);
    }
    return key;
  };

  await undone(db, async (tx) => {
    await visit(tx, []);
  });
  return states;
}

/** Returns the keys of the states from which no path of these acts leads to an end. */
export function deadEnds<State>(
  states: States<State>,
  { isEnd, by }: { isEnd(state: State): boolean; by(act: Act): boolean },
): string[] {
  const before = new Map<string, string[]>();
  for (const [from, { edges }] of states)
    for (const { act, to } of edges) if (by(act)) before.set(to, [...(before.get(to) ?? []), from]);
  const open = [...states].filter(([, { state }]) => isEnd(state)).map(([key]) => key);
  const good = new Set(open);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const from of before.get(key) ?? []) {
      if (good.has(from)) continue;
      good.add(from);
      open.push(from);
    }
  }
  return [...states.keys()].filter((key) => !good.has(key));
}
