import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { wideNetworkOf } from './caller-address.ts';
import type { Random } from './ids.ts';
import { createLimiter, type Lane } from './limiter.ts';

const networkLimiter = createLimiter({
  concurrency: Number.POSITIVE_INFINITY,
  perKey: 8,
  maxQueue: Number.POSITIVE_INFINITY,
});
const globalLimiter = createLimiter({ concurrency: 1, perKey: 80, maxQueue: 1_000 });

/**
 * Runs a password comparison with limited concurrency. Each takes one of the process's four threads for a while, and
 * files are read by the same four: one is always left for them. Sign-in is open to strangers, so each network has a
 * limited share, and the addresses of one subscriber line share one. A user who signed in from the network before
 * has priority.
 */
export const limitSignIn = <T>(network: string, work: () => Promise<T>, lane: Lane = 'normal'): Promise<T> =>
  networkLimiter(`${lane} ${network}`, () => globalLimiter(wideNetworkOf(network), work, lane));
export const limitPasswordWork = createLimiter({ concurrency: 2, perKey: 250, maxQueue: 1_000 });

const derive = (secret: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Composed and decomposed spellings of one character are one password.
    scrypt(secret.normalize('NFC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const settings = (cost: number): ScryptOptions => ({ N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 });

/**
 * Derives a text from a secret and a salt, as costly to guess from as a stored password; the same input gives the same
 * text.
 */
export const stretch = async (secret: string, salt: string, cost: number): Promise<string> =>
  (await derive(secret, Buffer.from(salt), settings(cost))).toString('base64url');

/** Hashes a password as `scrypt$N$salt$key`: the hash contains the cost, so raising it leaves old passwords valid. */
export const hashPassword = async (secret: string, cost: number, random: Random): Promise<string> => {
  const salt = random(16);
  const key = await derive(secret, salt, settings(cost));
  return `scrypt$${cost}$${salt.toString('base64')}$${key.toString('base64')}`;
};

/** Returns whether the user has a login password: a user without one has no hash in its place. */
export const hasPassword = ({ passwordHash }: { passwordHash: string }): boolean =>
  passwordHash.startsWith('scrypt$');

/** Stored in place of a hash where there is no password: no input matches it. */
export const noPassword = '';

/**
 * Compares a secret with a hash in constant time. Without a hash it does the same work and returns false, so that the
 * time of an answer does not reveal whether the account exists.
 */
export const verifyPassword = async (secret: string, hash: string | null, cost: number): Promise<boolean> => {
  const [, n, salt = '', key = ''] = hash?.split('$') ?? [];
  const derived = await derive(secret, Buffer.from(salt, 'base64'), settings(n ? Number(n) : cost));
  const expected = Buffer.from(key, 'base64');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
};
