import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { createGate } from '../gate.ts';
import type { Random } from '../ids.ts';

/**
 * A comparison takes one of the process's four threads for a while, and files are read by the same four: one is
 * left for them whatever comes in. Sign-in is open to strangers, so one address has no more than its share of it.
 */
export const signInGate = createGate({ atOnce: 1, each: 8, most: 64 });
export const paymentGate = createGate({ atOnce: 2, each: 250, most: 1_000 });

const derive = (secret: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Composed and decomposed spellings of one character are one password.
    scrypt(secret.normalize('NFC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const settings = (cost: number): ScryptOptions => ({ N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 });

/** The same text for the same secret and salt, as costly to guess from as a stored password. */
export const stretch = async (secret: string, salt: string, cost: number): Promise<string> =>
  (await derive(secret, Buffer.from(salt), settings(cost))).toString('base64url');

/** `scrypt$N$salt$key`: the cost travels with the hash, so raising it leaves old passwords valid. */
export const hashPassword = async (secret: string, cost: number, random: Random): Promise<string> => {
  const salt = random(16);
  const key = await derive(secret, salt, settings(cost));
  return `scrypt$${cost}$${salt.toString('base64')}$${key.toString('base64')}`;
};

/**
 * Compares in constant time. With no hash at all it does the same work and answers false, so that the time
 * of an answer does not tell whether the account exists.
 */
export const verifyPassword = async (secret: string, hash: string | null, cost: number): Promise<boolean> => {
  const [, n, salt = '', key = ''] = hash?.split('$') ?? [];
  const found = await derive(secret, Buffer.from(salt, 'base64'), settings(n ? Number(n) : cost));
  const expected = Buffer.from(key, 'base64');
  return expected.length === found.length && timingSafeEqual(expected, found);
};
