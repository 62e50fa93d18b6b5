import { codes } from '../../contract/errors.ts';
import { refuse } from './refuse.ts';

/** Holds the passwords that are tried first, in small letters; its five megabytes are loaded when one is first chosen. */
let common: Promise<ReadonlySet<string>> | undefined;

const loadCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
};

/**
 * Checks that a login password which is being chosen is none of those that are tried first in every list of guesses.
 * @throws Refusal 405 with `kind: common_password`, beside the field
 */
export async function requireUncommonPassword(password: string, field: string): Promise<void> {
  common ??= loadCommon();
  const guesses = await common;
  if (!guesses.has(password.toLowerCase())) return;
  throw refuse(codes.invalidParameter, { field, params: { kind: 'common_password' } });
}
