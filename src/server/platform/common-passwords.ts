import { invalidField } from './refuse.ts';

/**
 * Checks that a login password which is being chosen is none of those that are tried first in every list of guesses.
 * The list takes five megabytes, and is loaded when a password is first chosen.
 * @throws Refusal 405 with `kind: common_password`, beside the field
 */
export async function requireUncommonPassword(password: string, field: string): Promise<void> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // A keyboard for Chinese or Japanese may write letters of full width.
  const plain = password.normalize('NFKC').toLowerCase();
  if (!dictionary['passwords-common'].includes(plain)) return;
  throw invalidField(field, 'common_password');
}
