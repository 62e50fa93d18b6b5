import type { NoteName, Notes } from '../../bridge/index.ts';
import { config } from './config.ts';

/** Resolves to the guest; undefined where no host was found. Rejects where its code could not be loaded. */
export const currentGuest = () => config.guest?.();

/** Sends the host a note, which needs no answer. */
export const tellHost = <N extends NoteName>(name: N, params: Notes[N]) => {
  config.onNote?.(name, params);
  currentGuest()?.then(
    (guest) => guest.note(name, params),
    () => {},
  );
};
