import { useEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { haptic } from '../../data/host.ts';
import type { Outcome } from '../../data/once.ts';
import {
  isPaymentOpen,
  type Order,
  order,
  type Payment,
  payOrders,
  resumePayment,
} from '../../data/orders.ts';
import { orderQuote } from '../../data/quotes.ts';
import { wallet } from '../../data/wallet.ts';

/**
 * Where paying stands. `form`: the password is asked, `error` says why the last try ended and `note` what changed.
 * `checking`: sent, the answer is late. `unknown`: nobody can say. `closed`: this order cannot be paid any more.
 */
export type Stage =
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
  | { readonly at: 'paid'; readonly payment: Payment };

/**
 * Pays one order once. A second press while the first is under way does nothing, and a payment that left before a
 * reload is asked after before anything can be sent again.
 */
export function usePayment({ id }: Order) {
  const ids = useRef([id]).current;
  const [stage, setStage] = useState<Stage>(() => (isPaymentOpen(ids) ? { at: 'checking' } : { at: 'form' }));
  const running = useRef(false);

  const follow = async (payment: () => Promise<Outcome<Payment>>) => {
    if (running.current) return;
    running.current = true;
    try {
      setStage(stageOf(await payment()));
    } catch (thrown) {
      const error = asApiError(thrown);
      const next = refusedStage(error);
      setStage(next);
      refreshAfter(error, next, ids);
    } finally {
      running.current = false;
    }
  };

  const ask = () => {
    setStage({ at: 'checking' });
    return follow(() => resumePayment(ids));
  };

  useEffect(() => {
    if (isPaymentOpen(ids)) void ask();
  }, []);

  const pay = (quoteId: string | undefined, payPassword: string) => {
    if (running.current) return;
    setStage({ at: 'form', busy: true });
    void follow(() => payOrders({ orderIds: ids, quoteId, payPassword }, () => setStage({ at: 'checking' })));
  };

  return { ids, stage, pay, ask };
}

function stageOf(outcome: Outcome<Payment>): Stage {
  if (outcome.state === 'not-arrived') return { at: 'form', note: 'lost' };
  if (outcome.state === 'unknown') return { at: 'unknown' };
  const code = outcome.output.results?.[0]?.code ?? codes.ok;
  if (code !== codes.ok) return { at: 'closed' };
  haptic('success');
  return { at: 'paid', payment: outcome.output };
}

function refusedStage(error: ApiError): Stage {
  if (error.code === codes.payPasswordNotSet) return { at: 'unset' };
  if (error.code === codes.recordNotFound) return { at: 'closed' };
  if (error.code !== codes.invalidOperation) return { at: 'form', error };
  return error.data.reason === 'quote_expired' ? { at: 'form', note: 'expired' } : { at: 'closed' };
}

/** What a refusal shows to be out of date is asked for again: a new quote, the balance, or the order. */
function refreshAfter({ code }: ApiError, { at }: Stage, ids: string[]) {
  if (at === 'closed') return order.stale();
  if (code !== codes.insufficientBalance && code !== codes.invalidOperation) return;
  void orderQuote.refresh(ids);
  void wallet.refresh();
}
