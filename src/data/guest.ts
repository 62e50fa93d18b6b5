import type { NoteName, Notes } from '../../bridge/index.ts';
import { config } from './config.ts';

/** The guest, once its code is here; undefined where no host was found. Rejects where the code did not come. */
export const currentGuest = () => config.host?.();

/** Tells the host something that needs no answer. */
export const tellHost = <N extends NoteName>(name: N, params: Notes[N]) =>
  currentGuest()?.then(
    (guest) => guest.note(name, params),
    () => {},
  );
