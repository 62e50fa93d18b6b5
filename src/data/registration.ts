import type { Input, Output } from '../contract/calls.ts';
import { tab } from '../storage.ts';
import { acceptToken } from './accept-token.ts';
import { call } from './api.ts';
import { asApiError } from './api-error.ts';
import { personal } from './person.ts';

type Checked = Extract<Output<'POST /invite_code'>, { action: 'check' }>;
type Registration = Extract<Input<'POST /invite_code'>, { action: 'register' }>;

/** A valid invitation code, with the ticket and the names that registration needs. */
export interface Invitation extends Checked {
  readonly inviteCode: string;
}

/** 436 or 438, where a call was refused for its code and led to the screen of the code. */
export const codeRefusal = personal<number | undefined>(undefined);

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
