import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Slide = Output<'POST /v1/swipeAd/list'>['list'][number];

/** Pictures of the swipeable row. No screen waits for them: without an answer there are none. */
export const slidesResource = resource<void, readonly Slide[]>(
  async (_, signal) => (await call('POST /v1/swipeAd/list', {}, { signal, quiet: true })).list ?? [],
  { freshMs: 300_000 },
);
