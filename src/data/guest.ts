import type { Guest, NoteName, Notes } from '../../bridge/index.ts';

let guest: Guest | undefined;

/** The guest's end of the bridge, made by main; without one, everything is done by the browser. */
export const configureHost = (given: Guest | undefined) => {
  guest = given;
};

export const currentGuest = () => guest;

/** Tells the host something that needs no answer. */
export const tellHost = <N extends NoteName>(name: N, params: Notes[N]) => guest?.note(name, params);
