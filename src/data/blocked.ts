import type { InferOutput } from 'valibot';
import type { exportLinks, restriction } from '../contract/restriction.ts';
import { draftKeys, tab } from '../storage.ts';
import type { RefusedCall } from './api.ts';
import type { RefusalData } from './api-error.ts';
import { config } from './config.ts';
import { downloadFile } from './host.ts';
import { personal } from './person.ts';

export type ExportLinks = Partial<InferOutput<typeof exportLinks>>;

/** What a blocked account is told with its refusal: why, and where its own files are. */
export interface Blocked {
  exports?: ExportLinks;
  restriction?: Partial<InferOutput<typeof restriction>>;
}

/** Of the latest refusal that led away from the screens. */
export const blocked = personal<Blocked>({});

export const blockedBy = ({ exports, restriction }: RefusalData) => ({ exports, restriction }) as Blocked;

/**
 * Shows why an account is shut. One that is not that of the tab's drafts has them deleted: until it is let in again
 * nothing else says whose they are.
 */
export function showBlocked({ call, error }: RefusedCall) {
  const shown = blockedBy(error.data);
  const id = shown.restriction?.id;
  if (id && call === 'GET /v1/me' && tab.get('restriction') !== id)
    for (const key of tab.keys(draftKeys)) tab.remove(key);
  if (id) tab.set('restriction', id);
  blocked.value = shown;
}

/** Hands one of the files over, in the language of now. */
export const downloadExport = (url: string) =>
  downloadFile(
    url.split(/[/?]/).find((part) => /\.(csv|txt)$/.test(part)) ?? 'souk.txt',
    `${url}&lang=${config.lang()}`,
  );
