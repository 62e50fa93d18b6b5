import type { Output } from '../contract/calls.ts';
import { intent } from './intent.ts';
import { me, session } from './session.ts';
import { wallet } from './wallet.ts';

type Answer = Output<'POST /v1/user/update_pay_password'>;

/** From here on there is one, and whoever waits for it may go on. */
function changed(answer: Answer | undefined) {
  if (answer) session.value = { ...session.peek(), me: { ...me.peek(), payPasswordSet: true } };
  wallet.stale();
}

export const payPasswordChange = intent('POST /v1/user/update_pay_password', 'pay-password', changed);
/** Only where the server names the feature `resetPayPassword`. */
export const payPasswordReset = intent('POST /v1/user/reset_pay_password', 'pay-password-reset', changed);
