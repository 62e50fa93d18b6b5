import { draftKeys, tab } from '../storage.ts';
import { countChange } from './has-drafts.ts';

type Values = Readonly<Record<string, unknown>>;

/** Passwords and codes are never stored; a ticked agreement must be ticked again. */
const isStorable = ([name, value]: [string, unknown]) =>
  !/password|pin|code/i.test(name) && typeof value !== 'boolean';

/** Stores of a file only how it is called: its content never reaches the device's storage. */
const withoutContent = (_: string, value: unknown) =>
  value instanceof File ? { name: value.name, size: value.size } : value;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

export const readDraft = (key: string): Values => tab.parse<Values>(draftKeys + key) ?? {};

/** Keeps what was typed; nothing where all of it is as the form `began`. */
export function saveDraft(key: string, values: Values, began: Values = {}) {
  const storable = Object.entries(values).filter(isStorable);
  const isTyped = storable.some(
    ([name, value]) => value !== began[name] && !(isEmpty(value) && isEmpty(began[name])),
  );
  if (!isTyped) return removeDraft(key);
  tab.set(draftKeys + key, JSON.stringify(Object.fromEntries(storable), withoutContent));
  countChange();
}

export function removeDraft(key: string) {
  tab.remove(draftKeys + key);
  countChange();
}
