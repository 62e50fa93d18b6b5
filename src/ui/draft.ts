import { signal } from '@preact/signals';
import { draftKeys, tab } from '../storage.ts';

type Values = Readonly<Record<string, unknown>>;

/** Passwords and codes are never stored; a ticked agreement must be ticked again. */
const isStorable = ([name, value]: [string, unknown]) =>
  !/password|pin|code/i.test(name) && typeof value !== 'boolean';

/** Stores of a file only how it is called: its content never reaches the device's storage. */
const withoutContent = (_: string, value: unknown) =>
  value instanceof File ? { name: value.name, size: value.size } : value;

/** Rises when drafts come, change or go. */
const changes = signal(0);

/** Counts a change. A form that drops its draft while it is drawn must not be drawn again for it. */
const countChange = () => {
  changes.value = changes.peek() + 1;
};

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

/** Returns whether any form of this tab has a draft that was never sent: it is lost with the tab. */
export const hasDrafts = () => changes.value >= 0 && tab.keys(draftKeys).length > 0;
