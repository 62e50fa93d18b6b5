import { report } from './natives.ts';
import type { EventName, Events } from './protocol.ts';

/** Who hears which event. A listener that throws is reported and stops nobody else. */
export const createListeners = () => {
  const all = new Set<{ readonly event: string; readonly listener: (payload: never) => void }>();
  return {
    on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void): (() => void) => {
      const mine = { event, listener };
      all.add(mine);
      return () => {
        all.delete(mine);
      };
    },
    emit: (event: string, payload: object): void => {
      for (const heard of [...all]) {
        try {
          if (heard.event === event) heard.listener(payload as never);
        } catch (error) {
          report(error);
        }
      }
    },
    clear: (): void => all.clear(),
  };
};
