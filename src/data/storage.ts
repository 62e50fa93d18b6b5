/** Keys that the specification names, and ours beside them. */
export type StorageKey =
  | 'token'
  | 'fileHost'
  | 'serviceLink'
  | 'invite'
  | 'lang'
  | 'ifo'
  | 'langChosen'
  | 'tabsRaised';

/** In somebody else's page every key is prefixed; on our own page the specification's names stand as they are. */
let prefix = '';
export const prefixStorage = (text: '' | 'souk:') => {
  prefix = text;
};

/** Storage can be missing, full or forbidden: then nothing is kept, and the app goes on. */
function quietly<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const store = (open: () => Storage) => ({
  get: (key: string): string | null => quietly(() => open().getItem(prefix + key), null),
  set: (key: string, value: string) => quietly(() => open().setItem(prefix + key, value), undefined),
  remove: (key: string) => quietly(() => open().removeItem(prefix + key), undefined),
  /** Removes every key that begins so: drafts and keys of a subject who left. */
  sweep: (start: string) =>
    quietly(() => {
      for (const key of Object.keys(open())) if (key.startsWith(prefix + start)) open().removeItem(key);
    }, undefined),
});

/** Kept over visits. */
export const local: Omit<ReturnType<typeof store>, 'get' | 'set' | 'remove'> & {
  get(key: StorageKey): string | null;
  set(key: StorageKey, value: string): void;
  remove(key: StorageKey): void;
} = store(() => localStorage);

/** Kept over a reload, for this tab: drafts, idempotency keys. */
export const tab = store(() => sessionStorage);
