import type { Output } from '../contract/calls.ts';
import { command } from './command.ts';
import { me, session } from './session.ts';
import { walletResource } from './wallet.ts';

type Answer = Output<'POST /v1/user/update_pay_password'>;

const changes = {
  /** A payment password exists now, and screens that wait for it continue. */
  patch(answer: Answer | undefined) {
    if (answer) session.value = { ...session.peek(), me: { ...me.peek(), payPasswordSet: true } };
  },
  invalidates: [walletResource],
};

export const payPasswordChange = command('POST /v1/user/update_pay_password', {
  intention: 'pay-password',
  ...changes,
});
/** Resets the payment password; only where the server names the feature `resetPayPassword`. */
export const payPasswordReset = command('POST /v1/user/reset_pay_password', {
  intention: 'pay-password-reset',
  ...changes,
});

/** Changes the password; the current session continues, all others end. Only with the feature `updatePassword`. */
export const loginPasswordChange = command('POST /v1/user/update_password', { intention: 'login-password' });
