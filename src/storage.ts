// What the browser keeps for us; nothing else of ours speaks to its storage, but for the first script.

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

/** What keys of drafts begin with. */
export const draftKeys = 'souk.draft.';

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

const store = <Key extends string>(open: () => Storage) => ({
  get: (key: Key): string | null => quietly(() => open().getItem(prefix + key), null),
  set: (key: Key, value: string) => quietly(() => open().setItem(prefix + key, value), undefined),
  remove: (key: Key) => quietly(() => open().removeItem(prefix + key), undefined),
  /** Those that begin so. */
  keys: (start: string): Key[] =>
    quietly(() => {
      const ours = Object.keys(open()).filter((key) => key.startsWith(prefix + start));
      return ours.map((key) => key.slice(prefix.length) as Key);
    }, []),
});

/** Kept over visits. */
export const local = store<StorageKey>(() => localStorage);

/** Kept over a reload, for this tab: drafts, idempotency keys. */
export const tab = store<string>(() => sessionStorage);
