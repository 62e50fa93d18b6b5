import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { etherShape, tronShape } from './account.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_VERSION = 0x41;

/**
 * Returns whether a TRON address is well formed: base58check of 25 bytes, the first of them 0x41, the last four the
 * start of a double SHA-256. A single mistyped letter fails.
 */
export function isTronAddress(text: string): boolean {
  if (!tronShape.test(text)) return false;
  const bytes = bytesOf(text);
  if (bytes.length !== 25 || bytes[0] !== TRON_VERSION) return false;
  const check = sha256(sha256(bytes.subarray(0, 21)));
  return check.subarray(0, 4).every((byte, at) => byte === bytes[21 + at]);
}

/**
 * Returns whether an address of the Ethereum form (Ethereum Classic uses it) is well formed. Mixed case contains a
 * checksum (EIP-55) and must match it; a single case contains none and is accepted.
 *
 * Source: https://eips.ethereum.org/EIPS/eip-55
 */
export function isEtherAddress(text: string): boolean {
  if (!etherShape.test(text)) return false;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = keccak_256(new TextEncoder().encode(lower));
  return [...lower].every((digit, at) => digits[at] === (nibble(hash, at) > 7 ? digit.toUpperCase() : digit));
}

function bytesOf(base58: string): Uint8Array {
  let number = 0n;
  for (const letter of base58) number = number * 58n + BigInt(BASE58.indexOf(letter));
  const hex = number.toString(16);
  const pairs = hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function nibble(bytes: Uint8Array, at: number): number {
  const byte = bytes[at >> 1] ?? 0;
  return at % 2 === 0 ? byte >> 4 : byte & 0xf;
}
