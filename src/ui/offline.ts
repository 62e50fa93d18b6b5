import { signal } from '@preact/signals';

/** Whether a bar on the screen says that there is no network: then no error beside it says so again. */
export const isOfflineShown = signal(false);
