import { report } from './natives.ts';
import type { EventName, Events } from './protocol.ts';

type Listener = (payload: never) => void;

/** Who hears which event. A listener that throws is reported and stops nobody else. */
export const createListeners = () => {
  const byEvent = new Map<string, Set<Listener>>();
  return {
    on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void): (() => void) => {
      // Wrapped, so that the same function heard twice ends one by one.
      const mine: Listener = (payload) => listener(payload);
      const all = byEvent.get(event) ?? new Set();
      byEvent.set(event, all.add(mine));
      return () => {
        all.delete(mine);
      };
    },
    emit: (event: string, payload: object): void => {
      for (const listener of [...(byEvent.get(event) ?? [])]) {
        try {
          listener(payload as never);
        } catch (error) {
          report(error);
        }
      }
    },
    clear: (): void => byEvent.clear(),
  };
};
