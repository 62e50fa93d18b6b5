import { acceptToken } from './accept-token.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { invalidateAll } from './resource.ts';
import { session } from './session.ts';

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
