import { draftKeys, tab } from '../storage.ts';

type Values = Readonly<Record<string, unknown>>;

/** Passwords and codes are never stored; a ticked agreement must be ticked again. */
const isStorable = ([name, value]: [string, unknown]) =>
  !/password|pin|code/i.test(name) && typeof value !== 'boolean';

/** Stores of a file only how it is called: its content never reaches the device's storage. */
const withoutContent = (_: string, value: unknown) =>
  value instanceof File ? { name: value.name, size: value.size } : value;

export const readDraft = (key: string): Values => tab.parse<Values>(draftKeys + key) ?? {};

export const saveDraft = (key: string, values: Values) =>
  tab.set(
    draftKeys + key,
    JSON.stringify(Object.fromEntries(Object.entries(values).filter(isStorable)), withoutContent),
  );

export const removeDraft = (key: string) => tab.remove(draftKeys + key);

/** Returns whether any form of this tab has a draft that was never sent: it is lost with the tab. */
export const hasDrafts = () => tab.keys(draftKeys).length > 0;
