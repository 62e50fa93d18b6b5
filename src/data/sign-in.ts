import type { Input, Output } from '../contract/calls.ts';
import { tab } from '../storage.ts';
import { acceptToken } from './accept-token.ts';
import { call } from './api.ts';
import { ApiError, asApiError } from './api-error.ts';
import { codeRefusal } from './blocked.ts';
import { clearPerson } from './person.ts';
import { invalidateAll } from './resource.ts';
import { me, session } from './session.ts';

/** Signs in; throws refusals to the form, which shows them beside its fields. */
export async function signIn(input: {
  username: string;
  password: string;
  verifyCode?: string;
}): Promise<void> {
  const { token } = await call('POST /login', input, { quiet: true }).catch(async (error: unknown) => {
    await keepForObjection(error);
    throw error;
  });
  await acceptToken(token, 'sign-in');
  if (session.peek().status === 'signed-in') invalidateAll();
}

/** One who is shut out (410, 411, 440) may still object: some servers send a token that is valid for that only. */
async function keepForObjection(error: unknown) {
  const token = error instanceof ApiError && error.data.token;
  if (typeof token === 'string') await acceptToken(token, 'sign-in');
}

type Checked = Extract<Output<'POST /invite_code'>, { action: 'check' }>;
type Registration = Extract<Input<'POST /invite_code'>, { action: 'register' }>;

/** A valid invitation code, with the ticket and the names that registration needs. */
export interface Invitation extends Checked {
  readonly inviteCode: string;
}

/** The code from the address's query or fragment. */
export const linkInviteCode = (query: Readonly<Record<string, string>>) =>
  query.invite || tab.get('invite') || undefined;

export async function checkInvite(inviteCode: string): Promise<Invitation> {
  const answer = await call('POST /invite_code', { action: 'check', inviteCode }, { quiet: true });
  codeRefusal.value = undefined;
  return { ...(answer as Checked), inviteCode };
}

/**
 * Registers and signs in. Where no answer comes, it tries to sign in: that succeeds only if the registration happened,
 * as only then the name exists with this password.
 */
export async function register(input: Omit<Registration, 'action'>): Promise<void> {
  const { username, password } = input;
  const answer = await call('POST /invite_code', { action: 'register', ...input }, { quiet: true }).catch(
    async (thrown: unknown) => {
      const isLost = typeof asApiError(thrown).code === 'string';
      const entered =
        isLost && (await call('POST /login', { username, password }, { quiet: true }).catch(() => false));
      if (!entered) throw thrown;
      return entered;
    },
  );
  tab.remove('invite');
  await acceptToken((answer as { token: string }).token, 'sign-in');
}

/** Agrees to the terms, then asks again for what was refused without that agreement. */
export async function agree(termsVersion: string): Promise<void> {
  await call('POST /v1/user/terms', { termsVersion }, { quiet: true });
  clearPerson();
  session.value = { ...session.peek(), me: { ...me.peek(), agreement: null } };
}

type Asked = Input<'POST /verify_code'>;

/** Requests a code for the person with this name; for the signed-in person without one. */
export const sendVerifyCode = (username = me.value.username ?? '', invitation?: Asked['invitation']) =>
  call('POST /verify_code', { username, invitation }, { quiet: true });
