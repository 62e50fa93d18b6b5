// The browser's storage for the app; no other file accesses it, except the first script. What a browser refuses to store,
// as a frame on another site or an app's own view may, stays in memory. Of a tab's, such as drafts and idempotency keys but
// never a token, our own page also keeps it in the state of the history entry.

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
  | 'homeLine'
  | 'homeStat'
  | 'store'
  | 'today';

/** The prefix of drafts' keys. */
export const draftKeys = 'souk.draft.';

/** In a host's page every key is prefixed; on our own page the specification's names are used as they are. */
let prefix = '';
export const prefixStorage = (text: '' | 'souk:') => {
  prefix = text;
};

/** Storage can be missing, full or forbidden. */
function quietly<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** A token's owner decides whether it may outlive the page, so what the storage refuses of it is kept nowhere. */
const isToken = (key: string) => key.endsWith('token');

const store = <Key extends string>(open: () => Storage) => {
  const memory = new Map<string, string>();
  const stored = (key: string): string | null => quietly(() => open().getItem(prefix + key), null);
  const get = (key: Key) => memory.get(key) ?? stored(key);
  return {
    /** What the storage refused. */
    memory,
    stored,
    get,
    /** Returns what was stored as JSON; null where nothing is, or something else. */
    parse: <T>(key: Key): T | null => quietly(() => JSON.parse(get(key) as string), null),
    /** Returns whether the storage took it. */
    set(key: Key, value: string): boolean {
      quietly(() => open().setItem(prefix + key, value), undefined);
      const isStored = stored(key) === value;
      memory.delete(key);
      if (isStored) return true;
      // A full storage would go on with what was there before.
      quietly(() => open().removeItem(prefix + key), undefined);
      if (!isToken(key)) memory.set(key, value);
      return false;
    },
    remove(key: Key) {
      memory.delete(key);
      quietly(() => open().removeItem(prefix + key), undefined);
    },
    /** Returns the keys with this prefix. */
    keys(start: string): Key[] {
      const ours = quietly(() => Object.keys(open()).filter((key) => key.startsWith(prefix)), []);
      const known = new Set([...memory.keys(), ...ours.map((key) => key.slice(prefix.length))]);
      return [...known].filter((key) => key.startsWith(start)) as Key[];
    },
  };
};

/** Survives visits. */
export const local = store<StorageKey>(() => localStorage);

const session = store<string>(() => sessionStorage);
const { memory } = session;

/** Survives a reload, for this tab: drafts, idempotency keys. All but a token stays in memory, too, as a storage may be cleared. */
export const tab = {
  ...session,
  /** Returns whether it survives a reload. */
  set(key: string, value: string): boolean {
    const isStored = session.set(key, value);
    if (!isToken(key)) memory.set(key, value);
    if (isStored || !key.startsWith(draftKeys)) writeHistory();
    else writeHistorySoon();
    return isStored || readHistory()[key] === value;
  },
  remove(key: string) {
    session.remove(key);
    writeHistory();
  },
};

let hasHistory = false;

/**
 * Lets what the tab's storage refuses survive a reload in the state of the current history entry. For our own page: a
 * host's history is the host's.
 */
export function keepInHistory() {
  hasHistory = true;
  for (const [key, value] of Object.entries(readHistory())) memory.set(key, value);
  // Each entry has a state of its own, with what was known when it was left.
  addEventListener('popstate', writeHistory);
}

const readHistory = (): Readonly<Record<string, string>> => (hasHistory && history.state?.kept) || {};

function writeHistory() {
  if (!hasHistory) return;
  const refused = [...memory].filter(([key, value]) => session.stored(key) !== value);
  if (refused.length === 0 && !history.state?.kept) return;
  const kept = refused.length > 0 ? Object.fromEntries(refused) : undefined;
  quietly(() => history.replaceState({ ...history.state, kept }, ''), undefined);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** A draft changes with each key, and browsers refuse a state that is replaced more often than about three times a second. */
function writeHistorySoon() {
  addEventListener('beforeunload', writeHistory);
  if (timer) return;
  timer = setTimeout(() => {
    timer = undefined;
    writeHistory();
  }, 400);
}
