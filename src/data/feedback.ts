import type { Output } from '../contract/calls.ts';
import { command } from './command.ts';

export type Received = Output<'POST /v1/home/feedback'>;

/** The same words with the same files are one feedback. Nothing depends on it, so the wait before another try is short. */
export const feedback = command('POST /v1/home/feedback', {
  key: (input) => `feedback:${JSON.stringify(input)}`,
  patienceMs: 6_000,
});
