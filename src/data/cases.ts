import type { Input, Output } from '../contract/calls.ts';
import { codes } from '../contract/errors.ts';
import { call } from './api.ts';
import { asApiError } from './api-error.ts';
import { anyRefusal, command } from './command.ts';
import { invalidatedByOrders } from './orders.ts';
import { resource } from './resource.ts';
import { walletResource } from './wallet.ts';

export type BuyerCase = Output<'POST /v1/order/after-sale/info'>['case'];
export type CaseAnswer = Input<'POST /v1/order/after-sale'>;
type Asked = Input<'POST /v1/order/after-sale/info'>;

/** Finds a case by its own id, or the newest case of the order with that id; null where there is none. */
export const caseResource = resource(async (id: string, signal): Promise<BuyerCase | null> => {
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

/** Sends the merchant's answer to a case. A refusal, too, shows that the case has changed. */
export const caseAnswer = command('POST /v1/order/after-sale', {
  intention: ({ caseId, answer }) => `case:${caseId}:${answer}`,
  // Removes the choices at once: on a slow line they would be pressed again.
  patch(output) {
    const now = output?.case;
    if (now) caseResource.update((found) => (found?.caseId === now.caseId ? now : found));
  },
  invalidates: [caseResource, walletResource, ...invalidatedByOrders],
  invalidatesOn: anyRefusal,
});
