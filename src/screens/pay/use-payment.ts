import { useEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { haptic } from '../../data/host.ts';
import type { Outcome } from '../../data/once.ts';
import { wallet } from '../../data/wallet.ts';
import type { Payable, Quote } from './payable.ts';

/**
 * Where paying stands. `form`: the password is asked, `error` says why the last try ended and `note` what changed.
 * `checking`: sent, the answer is late. `unknown`: nobody can say. `closed`: it cannot be paid any more.
 */
export type Stage<T> =
  | {
      readonly at: 'form';
      readonly busy?: true;
      readonly error?: ApiError;
      readonly note?: 'expired' | 'lost';
    }
  | { readonly at: 'checking' }
  | { readonly at: 'unknown' }
  | { readonly at: 'unset' }
  | { readonly at: 'closed' }
  | { readonly at: 'paid'; readonly paid: T };

/**
 * Pays once. A second press while the first is under way does nothing, and a payment that left before a reload is
 * asked after before anything can be sent again.
 */
export function usePayment<Q extends Quote, T>(payable: Payable<Q, T>) {
  const [stage, setStage] = useState<Stage<T>>(() =>
    payable.isOpen() ? { at: 'checking' } : { at: 'form' },
  );
  const running = useRef(false);

  const follow = async (payment: () => Promise<Outcome<T>>) => {
    if (running.current) return;
    running.current = true;
    try {
      setStage(stageOf(await payment(), payable));
    } catch (thrown) {
      const error = asApiError(thrown);
      if (payable.takes?.(error)) return;
      const next = refusedStage(error);
      setStage(next);
      refreshAfter(error, next.at, payable);
    } finally {
      running.current = false;
    }
  };

  const ask = () => {
    setStage({ at: 'checking' });
    return follow(() => payable.resume());
  };

  useEffect(() => {
    if (payable.isOpen()) void ask();
  }, []);

  const pay = (quoteId: string | undefined, payPassword: string) => {
    if (running.current) return;
    setStage({ at: 'form', busy: true });
    void follow(() => payable.pay({ quoteId, payPassword }, () => setStage({ at: 'checking' })));
  };

  return { stage, pay, ask };
}

type Doing = Pick<Payable<Quote, unknown>, 'renew' | 'gone'>;

function stageOf<T>(outcome: Outcome<T>, { isLate }: { isLate?(paid: T): boolean }): Stage<T> {
  if (outcome.state === 'not-arrived') return { at: 'form', note: 'lost' };
  if (outcome.state === 'unknown') return { at: 'unknown' };
  if (isLate?.(outcome.output)) return { at: 'closed' };
  haptic('success');
  return { at: 'paid', paid: outcome.output };
}

function refusedStage(error: ApiError): Exclude<Stage<never>, { at: 'paid' }> {
  if (error.code === codes.payPasswordNotSet) return { at: 'unset' };
  if (error.code === codes.recordNotFound) return { at: 'closed' };
  if (error.code !== codes.invalidOperation) return { at: 'form', error };
  return error.data.reason === 'quote_expired' ? { at: 'form', note: 'expired' } : { at: 'closed' };
}

/** What a refusal shows to be out of date is asked for again: a new quote, the balance, or what was to be paid. */
function refreshAfter({ code }: ApiError, at: Stage<never>['at'], { renew, gone }: Doing) {
  if (at === 'closed') return gone?.();
  if (code !== codes.insufficientBalance && code !== codes.invalidOperation) return;
  void renew?.();
  void wallet.refresh();
}
