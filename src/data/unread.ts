import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Unread = Partial<Output<'POST /v1/notify/check'>>;

/** How many notices are unread; nobody asked for it, so that a failure says nothing. */
export const unread = resource<void, Unread>((_, signal) =>
  call('POST /v1/notify/check', {}, { signal, quiet: true }),
);
