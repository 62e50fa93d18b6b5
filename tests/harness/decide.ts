import * as decisions from '../../src/server/operators/decisions.ts';
import { inputOf } from '../../src/server/operators/ops-usage.ts';
import type { Deps } from '../../src/server/platform/context.ts';

/** Returns the input of a decision; its texts are read as on a command line, as numbers where it takes numbers. */
export const typed = (name: string, flags: object): object => {
  const texts = Object.entries(flags).filter(([, value]) => typeof value === 'string');
  return { ...flags, ...inputOf(name, Object.fromEntries(texts)) };
};

/** Decides as the operator, with texts as they are typed on a command line. */
export const decide = (deps: Deps, name: string, flags: object, by: string): Promise<unknown> =>
  decisions.decide(deps, name, typed(name, flags), by);
