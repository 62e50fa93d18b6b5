import { batch, type Signal, signal } from '@preact/signals';

const clearers = new Set<() => void>();

/**
 * Counts the persons so far: rises with each `clearPerson`. Answers to an earlier person are dropped, and the screens
 * are mounted again.
 */
export const personVersion = signal(0);

/** The token that calls carry, and the id of its owner once it is known: no call is repeated for another person. */
export const caller: {
  token: string | null;
  subject: string | undefined;
  /** The request for the owner of a new token, while it is under way. */
  ownerRequest?: Promise<void>;
} = { token: null, subject: undefined };

/** Waits until the owner of a new token is known, or stays unknown. */
export async function waitForOwner(): Promise<void> {
  while (caller.ownerRequest) await caller.ownerRequest;
}

/** Registers what `clearPerson` calls, for state of a person that is no signal. */
export const onClearPerson = (clear: () => void) => void clearers.add(clear);

/**
 * Makes a signal for state of the signed-in person; it returns to `initial` for the next one.
 * @example export const drafts = personal<readonly Draft[]>([]);
 */
export function personal<T>(initial: T): Signal<T> {
  const made = signal(initial);
  onClearPerson(() => {
    made.value = initial;
  });
  return made;
}

/** Clears the person's state in memory; `clearPersonAndTab` also clears the tab's drafts and keys. */
export const clearPerson = () =>
  batch(() => {
    personVersion.value++;
    for (const clear of clearers) clear();
  });
