import { signal } from '@preact/signals';

/** The device's own state of the network, which may be wrong: a failed call is better evidence. */
export const online = signal(true);

/** Listens to the device until the returned function is called. */
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
