import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Operator = Output<'GET /v1/operator'>;

/** The platform's operator; absent where the server sends none. */
export const operatorResource = resource<void, Operator>(
  (_, signal) => call('GET /v1/operator', {}, { signal, quiet: true }),
  { freshMs: 3_600_000 },
);
