// The browser's storage for the app; no other file accesses it, except the first script.

/** Keys that the specification names, and our own. */
export type StorageKey =
  | 'token'
  | 'fileHost'
  | 'serviceLink'
  | 'invite'
  | 'lang'
  | 'ifo'
  | 'langChosen'
  | 'tabsRaised'
  | 'firstSteps'
  | 'homeStat'
  | 'store';

/** The prefix of drafts' keys. */
export const draftKeys = 'souk.draft.';

/** In a host's page every key is prefixed; on our own page the specification's names are used as they are. */
let prefix = '';
export const prefixStorage = (text: '' | 'souk:') => {
  prefix = text;
};

/** Storage can be missing, full or forbidden: then nothing is stored, and the app goes on. */
function quietly<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const store = <Key extends string>(open: () => Storage) => ({
  get: (key: Key): string | null => quietly(() => open().getItem(prefix + key), null),
  /** Returns what was stored as JSON; null where nothing is, or something else. */
  parse: <T>(key: Key): T | null => quietly(() => JSON.parse(open().getItem(prefix + key) as string), null),
  set: (key: Key, value: string) => quietly(() => open().setItem(prefix + key, value), undefined),
  remove: (key: Key) => quietly(() => open().removeItem(prefix + key), undefined),
  /** Returns the keys with this prefix. */
  keys: (start: string): Key[] =>
    quietly(() => {
      const ours = Object.keys(open()).filter((key) => key.startsWith(prefix + start));
      return ours.map((key) => key.slice(prefix.length) as Key);
    }, []),
});

/** Survives visits. */
export const local = store<StorageKey>(() => localStorage);

/** Survives a reload, for this tab: drafts, idempotency keys. */
export const tab = store<string>(() => sessionStorage);
