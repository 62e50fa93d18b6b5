import { local } from '../storage.ts';

/** Returns whether a merchant has seen the steps of a new shop on this device; null before they were shown. */
export function firstStepsOf(id: string): 'open' | 'done' | null {
  const [state, owner] = local.get('firstSteps')?.split(' ') ?? [];
  return owner === id && (state === 'open' || state === 'done') ? state : null;
}

export const storeFirstSteps = (id: string, state: 'open' | 'done') =>
  void local.set('firstSteps', `${state} ${id}`);
