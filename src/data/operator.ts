import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Operator = Output<'GET /v1/operator'>;

/** Who runs this platform; a server that does not say simply leaves its place empty. */
export const operator = resource<void, Operator>(
  (_, signal) => call('GET /v1/operator', {}, { signal, quiet: true }),
  { freshMs: 3_600_000 },
);
