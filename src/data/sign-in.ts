import { call } from './api.ts';
import { staleAll } from './resource.ts';
import { session, takeToken } from './session.ts';

/** Sign-in with what the form holds; refusals are thrown to the form, which shows them beside its fields. */
export async function signIn(input: {
  username: string;
  password: string;
  verifyCode?: string;
}): Promise<void> {
  const { token } = await call('POST /login', input, { quiet: true });
  await takeToken(token, 'sign-in');
  if (session.peek().status === 'signed-in') staleAll();
}
