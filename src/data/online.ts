import { signal } from '@preact/signals';

/** The device's own state of the network, which may be wrong: a failed call is better evidence. */
export const online = signal(true);

/**
 * Listens to the device until the returned function is called. `onBack` is called when there is a network again, which an
 * answer may show before the device does.
 */
export function watchOnline(onBack: () => void): () => void {
  const read = () => {
    online.value = navigator.onLine !== false;
  };
  read();
  let wasOffline = false;
  const unsubscribe = online.subscribe((isOnline) => {
    if (isOnline && wasOffline) onBack();
    wasOffline = !isOnline;
  });
  addEventListener('online', read);
  addEventListener('offline', read);
  return () => {
    unsubscribe();
    removeEventListener('online', read);
    removeEventListener('offline', read);
  };
}
