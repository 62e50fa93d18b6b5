import { signal } from '@preact/signals';

/** What the device believes; a call that fails says more. */
export const online = signal(true);

/** Follows the device until the returned function is called. */
export function watchOnline(onBack: () => void): () => void {
  const read = () => {
    const now = navigator.onLine !== false;
    if (now && !online.peek()) onBack();
    online.value = now;
  };
  read();
  addEventListener('online', read);
  addEventListener('offline', read);
  return () => {
    removeEventListener('online', read);
    removeEventListener('offline', read);
  };
}
