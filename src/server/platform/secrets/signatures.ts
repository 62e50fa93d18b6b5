import { createHmac, timingSafeEqual } from 'node:crypto';
import { after } from '../clock.ts';
import type { Deps } from '../context.ts';
import { secretKeyFor } from './secret.ts';

/** What a signature opens; each use has its own key, so that none opens anything else. */
export type SignatureUse = 'links' | 'exports' | 'tickets';

export interface Signature {
  /** The moment at which it ends, in milliseconds. */
  until: string;
  sign: string;
}

const signatureOf = (key: Buffer, name: string, until: string): Buffer =>
  createHmac('sha256', key).update(`${name}\n${until}`).digest();

/**
 * Makes a function that signs names, each signature valid for `lifetime` milliseconds from now. For lists: the key is
 * read once.
 */
export const nameSigner = async (
  deps: Deps,
  use: SignatureUse,
  lifetime: number,
): Promise<(name: string) => Signature> => {
  const key = await secretKeyFor(deps, use);
  const until = String(after(deps.clock.now(), lifetime).getTime());
  return (name) => ({ until, sign: signatureOf(key, name, until).toString('base64url') });
};

/** Returns whether a name was signed for this use by a server of this database, is unchanged and has not expired. */
export const isSigned = async (
  deps: Deps,
  use: SignatureUse,
  name: string,
  { until, sign }: Signature,
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(until) || Number(until) <= deps.clock.now().getTime()) return false;
  const expected = signatureOf(await secretKeyFor(deps, use), name, until);
  const received = Buffer.from(sign, 'base64url');
  return received.length === expected.length && timingSafeEqual(received, expected);
};
