import { signal } from '@preact/signals';
import type { InferOutput } from 'valibot';
import type { exportLinks, restriction } from '../contract/restriction.ts';
import { apiConfig } from './api.ts';
import type { RefusalData } from './api-error.ts';
import { saveFrom } from './host.ts';

export type ExportLinks = Partial<InferOutput<typeof exportLinks>>;

/** What a blocked account is told with its refusal: why, and where its own files are. */
export interface Blocked {
  exports?: ExportLinks;
  restriction?: Partial<InferOutput<typeof restriction>>;
}

/** Of the latest refusal that led away from the screens. */
export const blocked = signal<Blocked>({});

export const blockedBy = ({ exports, restriction }: RefusalData) => ({ exports, restriction }) as Blocked;

/** Hands one of the files over, in the language of now. */
export const takeFile = (url: string) =>
  saveFrom(
    url.split(/[/?]/).find((part) => /\.(csv|txt)$/.test(part)) ?? 'souk.txt',
    `${url}&lang=${apiConfig().lang()}`,
  );
