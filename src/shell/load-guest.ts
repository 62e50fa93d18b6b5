import type { Greeting } from '../../bridge/guest/greeting.ts';
import type { Guest } from '../../bridge/guest/guest-api.ts';
import { importWithRetry } from '../ui/lazy.tsx';

/** Creates the loader of the second half of the bridge's guest, which the first screen does not need. */
export function createGuestLoader(greeting: Greeting) {
  let loading: Promise<Guest> | undefined;
  return {
    /** Loads it once; where every attempt failed, the next request tries again. */
    load() {
      loading ??= importWithRetry(() => import('../../bridge/guest/guest.ts')).then(({ createGuest }) =>
        createGuest(greeting),
      );
      loading.catch(() => {
        loading = undefined;
      });
      return loading;
    },
    destroy() {
      greeting.end();
      void loading?.then((guest) => guest.destroy());
    },
  };
}
