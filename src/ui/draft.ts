/** Where drafts are kept; a host that forbids storage gives its own. */
export interface DraftStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

let store: DraftStore | undefined;
export const configureDrafts = (given: DraftStore | undefined) => {
  store = given;
};

type Values = Readonly<Record<string, unknown>>;

const place = (key: string) => `souk.draft.${key}`;
/** Reading the property alone throws where storage is blocked. */
const attempt = <T>(action: (kept: DraftStore) => T): T | undefined => {
  try {
    return action(store ?? sessionStorage);
  } catch {
    return undefined;
  }
};

/** Passwords, codes and files are never written down; what is agreed to by a tick is agreed to anew. */
const isKept = ([name, value]: [string, unknown]) =>
  !/password|pin|code/i.test(name) &&
  typeof value !== 'boolean' &&
  (typeof value !== 'object' || value === null);

export const readDraft = (key: string): Values =>
  attempt((kept) => JSON.parse(kept.getItem(place(key)) ?? '{}') as Values) ?? {};

export const keepDraft = (key: string, values: Values) =>
  attempt((kept) =>
    kept.setItem(place(key), JSON.stringify(Object.fromEntries(Object.entries(values).filter(isKept)))),
  );

export const dropDraft = (key: string) => attempt((kept) => kept.removeItem(place(key)));
