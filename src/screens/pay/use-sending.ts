import { useEffect, useState } from 'react';
import type { Input, Output } from '../../contract/calls.ts';
import { ApiError } from '../../data/api-error.ts';
import type { Intent } from '../../data/intent.ts';
import type { Keyed, Outcome } from '../../data/once.ts';

/** Where a form stands that sends a keyed call by itself. */
export type Sending<T> =
  | { readonly at: 'form' }
  | { readonly at: 'checking' }
  | { readonly at: 'unknown' }
  | { readonly at: 'done'; readonly output: T };

/**
 * Sends once. What left before a reload is asked after first, and a late answer is never called failed. Refusals,
 * and that nothing has arrived, are thrown for the form to show.
 */
export function useSending<C extends Keyed>({ send, isOpen, resume }: Intent<C>) {
  const [state, setState] = useState<Sending<Output<C>>>(() => ({ at: isOpen() ? 'checking' : 'form' }));

  const follow = async (outcome: Promise<Outcome<Output<C>>>): Promise<'open' | 'done'> => {
    try {
      const end = await outcome;
      if (end.state === 'not-arrived') throw new ApiError('network');
      setState(end.state === 'done' ? { at: 'done', output: end.output } : { at: 'unknown' });
      return end.state === 'done' ? 'done' : 'open';
    } catch (error) {
      setState({ at: 'form' });
      throw error;
    }
  };
  const ask = () => {
    setState({ at: 'checking' });
    return follow(resume()).catch(() => {});
  };
  useEffect(() => {
    if (isOpen()) void ask();
  }, []);

  return {
    state,
    ask,
    submit: (input: Input<C>, onSent?: (share: number) => void) =>
      follow(send(input, { onChecking: () => setState({ at: 'checking' }), onSent })),
  };
}
