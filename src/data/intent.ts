import type { Input, Output } from '../contract/calls.ts';
import { wasSent } from './idempotency.ts';
import { inquire, type Keyed, type OnceOptions, type Outcome, once } from './once.ts';

export interface Intent<C extends Keyed> {
  /** Sends it once; refusals are thrown. */
  send(input: Input<C>, options?: Omit<OnceOptions, 'form'>): Promise<Outcome<Output<C>>>;
  /** Whether it left before a reload and nobody knows its end. */
  isOpen(): boolean;
  /** Asks what became of it. */
  resume(): Promise<Outcome<Output<C>>>;
}

/**
 * A keyed call under the name of its form. `changed` hears of every end but of those where nothing has arrived.
 * @example const removal = intent('POST /v1/user/bank/del', `account-del:${id}`, () => accounts.stale());
 */
export function intent<C extends Keyed>(
  name: C,
  form: string,
  changed: (output: Output<C> | undefined) => void,
): Intent<C> {
  const told = (outcome: Outcome<Output<C>>) => {
    if (outcome.state === 'done') changed(outcome.output);
    if (outcome.state === 'unknown') changed(undefined);
    return outcome;
  };
  return {
    send: async (input, options) => told(await once(name, input, { ...options, form })),
    isOpen: () => wasSent(form),
    resume: async () => told(await inquire<Output<C>>(form)),
  };
}
