import type { Guest, NoteName, Notes } from '../../bridge/index.ts';

let bring: (() => Promise<Guest>) | undefined;

/** Says how to come by the guest's end of the bridge; without one, everything is done by the browser. */
export const configureGuest = (given: typeof bring) => {
  bring = given;
};

/** The guest, once its code is here; undefined where no host was found. Rejects where the code did not come. */
export const currentGuest = () => bring?.();

/** Tells the host something that needs no answer. */
export const tellHost = <N extends NoteName>(name: N, params: Notes[N]) =>
  currentGuest()?.then(
    (guest) => guest.note(name, params),
    () => {},
  );
