import type { Guest } from '../../../bridge/guest-api.ts';
import type { EventName, MethodName, NoteName } from '../../../bridge/protocol.ts';
import type { Outcome } from './driver.ts';

const events: readonly EventName[] = ['state', 'back', 'pause', 'resume'];

/** A guest as a table of calls whose arguments and answers are JSON: the page's side of a FarGuest. */
export const serveGuest = (guest: Guest) => {
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
    destroy: async () => guest.destroy(),
  };
};
