import { batch } from '@preact/signals';
import type { Input, Output } from '../contract/calls.ts';
import { codes } from '../contract/errors.ts';
import { call } from './api.ts';
import { asApiError } from './api-error.ts';
import { type Outcome, once } from './once.ts';
import { staleOrders } from './orders.ts';
import { resource } from './resource.ts';
import { wallet } from './wallet.ts';

export type AfterSaleCase = Output<'POST /v1/order/after-sale/info'>['case'];
export type CaseAnswer = Input<'POST /v1/order/after-sale'>;
type Asked = Input<'POST /v1/order/after-sale/info'>;

/** A case by its own id, or the newest of the order of that id; null where there is none. */
export const afterSale = resource(async (id: string, signal): Promise<AfterSaleCase | null> => {
  const ask = (asked: Asked) =>
    call('POST /v1/order/after-sale/info', asked, { signal, quiet: true }).then(
      (answer) => answer.case,
      (thrown) => {
        if (asApiError(thrown).code === codes.recordNotFound) return null;
        throw thrown;
      },
    );
  return (await ask({ caseId: id })) ?? ask({ orderId: id });
});

/** The merchant's answer to a case. Refusals are thrown, to be shown in its form. */
export async function answerCase(
  answer: CaseAnswer,
  onChecking?: () => void,
): Promise<Outcome<{ case: AfterSaleCase }>> {
  const form = `case:${answer.caseId}:${answer.answer}`;
  try {
    const outcome = await once('POST /v1/order/after-sale', answer, { form, onChecking });
    // What can be chosen no longer goes at once: on a slow line it would be pressed again.
    const now = outcome.state === 'done' ? outcome.output?.case : undefined;
    if (now) afterSale.change((found) => (found?.caseId === now.caseId ? now : found));
    return outcome;
  } finally {
    // A refusal, too, says that it stands otherwise than it was shown.
    batch(() => {
      afterSale.stale();
      wallet.stale();
      staleOrders();
    });
  }
}
