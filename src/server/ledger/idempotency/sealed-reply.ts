import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** How the reply under a key is stored, and under what name. */
export interface ReplySeal {
  name(key: string): string;
  close(reply: string): string;
  open(stored: string): string;
}

/** Stores a reply as it is. */
export const plainSeal: ReplySeal = { name: (key) => key, close: (reply) => reply, open: (stored) => stored };

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/**
 * Stores a reply encrypted under its Idempotency-Key, of which the table has only a hash: reading the table reveals no
 * token. The key is a UUID, too random to be guessed.
 */
export const sealedBy = (key: string): ReplySeal => {
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'souk reply of a decision', 32));
  return {
    name: (given) => createHash('sha256').update(given).digest('hex'),
    close(reply) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, secret, iv);
      const body = Buffer.concat([sealing.update(reply), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url');
    },
    open(stored) {
      const bytes = Buffer.from(stored, 'base64url');
      const opening = createDecipheriv(cipher, secret, bytes.subarray(0, ivBytes));
      opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const reply = opening.update(bytes.subarray(ivBytes + tagBytes));
      return Buffer.concat([reply, opening.final()]).toString();
    },
  };
};
