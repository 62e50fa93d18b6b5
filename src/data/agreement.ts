import { call } from './api.ts';
import { clearPerson } from './person.ts';
import { me, session } from './session.ts';

/** Agrees to the terms, then asks again for what was refused without that agreement. */
export async function agree(termsVersion: string): Promise<void> {
  await call('POST /v1/user/terms', { termsVersion }, { quiet: true });
  clearPerson();
  session.value = { ...session.peek(), me: { ...me.peek(), agreement: null } };
}
