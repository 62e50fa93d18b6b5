import { batch, type Signal, signal } from '@preact/signals';

const forgetting = new Set<() => void>();

/**
 * Counts the users so far: rises with each `forgetPerson`. An answer to an earlier user is dropped, and the screens are
 * drawn afresh.
 */
export const personVersion = signal(0);

/** The token that calls carry, and the id of its owner once it is known: a call is never repeated for somebody else. */
export const caller: { token: string | null; subject: string | undefined } = {
  token: null,
  subject: undefined,
};

/** Has `forget` called by `forgetPerson`: for what a person leaves behind that is no signal. */
export const onForgetPerson = (forget: () => void) => void forgetting.add(forget);

/**
 * Makes a signal for state that belongs to the person signed in, which is back at `initial` for the next one.
 * @example export const drafts = personal<readonly Draft[]>([]);
 */
export function personal<T>(initial: T): Signal<T> {
  const made = signal(initial);
  onForgetPerson(() => {
    made.value = initial;
  });
  return made;
}

/** Clears all that memory holds of a person; the tab's drafts and keys are `wipe`'s. */
export const forgetPerson = () =>
  batch(() => {
    personVersion.value++;
    for (const forget of forgetting) forget();
  });
