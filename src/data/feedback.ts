import type { Output } from '../contract/calls.ts';
import { command } from './command.ts';

export type Received = Output<'POST /v1/home/feedback'>;

/** Sends feedback; the same text with the same files is one intention. No money depends on it, so the poll is short. */
export const feedback = command('POST /v1/home/feedback', {
  intention: (input) => `feedback:${JSON.stringify(input)}`,
  patienceMs: 6_000,
});
