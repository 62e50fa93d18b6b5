import type { InferOutput } from 'valibot';
import type { exportLinks, restriction } from '../contract/restriction.ts';
import { draftKeys, tab } from '../storage.ts';
import type { RefusedCall } from './api-error.ts';
import { personal } from './person.ts';

export type ExportLinks = Partial<InferOutput<typeof exportLinks>>;

/** The refusal of a blocked or closed account: the reason, and links to the merchant's own files. */
export interface Blocked {
  /** The path of the appeals of an account that is closed. */
  appeal?: string;
  exports?: ExportLinks;
  restriction?: Partial<InferOutput<typeof restriction>>;
}

/** The latest refusal that replaced the screens. */
export const blocked = personal<Blocked>({});

/**
 * Shows why an account is blocked. Deletes the tab's drafts unless they were kept under the same restriction: while
 * the account is blocked, nothing else identifies the owner of the drafts.
 */
export function showBlocked({ call, error }: RefusedCall) {
  const { appeal, exports, restriction } = error.data as Blocked;
  const id = restriction?.id;
  if (id && call === 'GET /v1/me' && tab.get('restriction') !== id)
    for (const key of tab.keys(draftKeys)) tab.remove(key);
  if (id) tab.set('restriction', id);
  blocked.value = { appeal, exports, restriction };
}

/** 436 or 438, where a call was refused for its code and led to the screen of the code. */
export const codeRefusal = personal<number | undefined>(undefined);
