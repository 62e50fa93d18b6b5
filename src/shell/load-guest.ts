import type { Greeting } from '../../bridge/guest/greeting.ts';
import type { Guest } from '../../bridge/guest/guest-api.ts';
import { persist } from '../ui/late.ts';

/** The second half of the bridge's guest, which nothing before the first screen waits for. */
export function lateGuest(greeting: Greeting) {
  let coming: Promise<Guest> | undefined;
  return {
    /** Brings it once; where every attempt failed, the next wish tries again. */
    bring() {
      coming ??= persist(() => import('../../bridge/guest/guest.ts')).then(({ createGuest }) =>
        createGuest(greeting),
      );
      coming.catch(() => {
        coming = undefined;
      });
      return coming;
    },
    destroy() {
      greeting.end();
      void coming?.then((guest) => guest.destroy());
    },
  };
}
