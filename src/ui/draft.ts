import { draftKeys, tab } from '../storage.ts';

type Values = Readonly<Record<string, unknown>>;

/** Passwords, codes and files are never written down; what is agreed to by a tick is agreed to anew. */
const isKept = ([name, value]: [string, unknown]) =>
  !/password|pin|code/i.test(name) &&
  typeof value !== 'boolean' &&
  (typeof value !== 'object' || value === null);

export function readDraft(key: string): Values {
  try {
    return JSON.parse(tab.get(draftKeys + key) ?? '{}') as Values;
  } catch {
    return {};
  }
}

export const keepDraft = (key: string, values: Values) =>
  tab.set(draftKeys + key, JSON.stringify(Object.fromEntries(Object.entries(values).filter(isKept))));

export const dropDraft = (key: string) => tab.remove(draftKeys + key);

/** Whether something typed is kept that was never sent, by any form of this tab: it is lost with the tab. */
export const hasDrafts = () => tab.keys(draftKeys).length > 0;
