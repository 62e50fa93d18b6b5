import type { Input, Output } from '../contract/calls.ts';
import { once } from './once.ts';
import { settled } from './settled.ts';

export type Received = Output<'POST /v1/home/feedback'>;

/** The same words with the same files are one feedback. Nothing hangs on it, so that nobody waits long to try again. */
export const sendFeedback = (
  input: Input<'POST /v1/home/feedback'>,
  onChecking: () => void,
): Promise<Received> =>
  once('POST /v1/home/feedback', input, {
    form: `feedback:${JSON.stringify(input)}`,
    onChecking,
    patienceMs: 6_000,
  }).then(settled);
