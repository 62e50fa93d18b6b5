import type { Guest } from '../../../bridge/guest/guest-api.ts';
import type { EventName, MethodName, NoteName } from '../../../bridge/protocol.ts';
import type { Outcome } from './driver.ts';
import { type Attack, attack, type Forged } from './forge.ts';

const events: readonly EventName[] = ['state', 'back', 'pause', 'resume', 'navigate'];

/**
 * A guest as a table of calls with arguments and answers in JSON: the page's side of a FarGuest. `strike` puts a forged
 * message before it, whatever its channel is.
 */
export const serveGuest = (guest: Guest, strike: (forged: Forged) => void) => {
  const heard: (readonly [EventName, object])[] = [];
  const waiting = new Set<() => void>();
  for (const event of events)
    guest.on(event, (payload) => {
      heard.push([event, payload]);
      for (const look of waiting) look();
    });
  const ask = (method: MethodName, params: object): Promise<Outcome> =>
    guest.request(method, params as never).then(
      (r) => ({ r }),
      ({ code, message }) => ({ code, message }),
    );
  return {
    ready: () => guest.ready,
    found: async () => guest.found,
    state: async () => guest.state(),
    request: ask,
    requests: (method: MethodName, params: object, count: number) =>
      Promise.all(Array.from({ length: count }, () => ask(method, params))),
    note: async (name: NoteName, params: object) => guest.note(name, params as never),
    heard: (count: number) =>
      new Promise<typeof heard>((resolve) => {
        const look = () => {
          if (heard.length < count) return;
          waiting.delete(look);
          resolve([...heard]);
        };
        waiting.add(look);
        look();
      }),
    attack: async (plan: Attack) => {
      const now = () => JSON.stringify([guest.state(), heard]);
      const before = now();
      return attack({ changed: () => now() !== before, strike }, plan);
    },
    destroy: async () => guest.destroy(),
  };
};
