import { report } from '../captured.ts';
import type { EventName, Events } from '../protocol.ts';

/** Who hears which event. A listener that throws is reported and stops nobody else. */
export const createListeners = () => {
  // Replaced and never changed, so that whoever is listed when an event begins hears it.
  let all: readonly (readonly [event: string, listener: (payload: never) => void])[] = [];
  return {
    on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void): (() => void) => {
      const mine = [event, listener] as const;
      all = [...all, mine];
      return () => {
        all = all.filter((each) => each !== mine);
      };
    },
    emit: (event: string, payload: object): void => {
      for (const [awaited, listener] of all) {
        try {
          if (awaited === event) listener(payload as never);
        } catch (error) {
          report(error);
        }
      }
    },
    clear: (): void => {
      all = [];
    },
  };
};
