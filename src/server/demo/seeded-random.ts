import { createHash } from 'node:crypto';
import type { Random } from '../platform/ids.ts';

/** Returns a generator with the same bytes for the same seed: the demo's past is the same on every machine. */
export const seededRandom = (seed: string): Random => {
  let count = 0;
  return (bytes) => {
    const parts: Buffer[] = [];
    for (let have = 0; have < bytes; have += 32) {
      parts.push(createHash('sha256').update(`${seed}:${count++}`).digest());
    }
    return Buffer.concat(parts).subarray(0, bytes);
  };
};

/** Returns a number from 0 up to, not including, 1. */
export const unit = (random: Random): number => random(4).readUInt32BE() / 2 ** 32;

export const between = (random: Random, low: number, high: number): number =>
  low + unit(random) * (high - low);

/** Returns a whole number, both ends included. */
export const whole = (random: Random, low: number, high: number): number =>
  Math.floor(between(random, low, high + 1));

export function pick<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(unit(random) * list.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}

/** Returns a number from 0 to 1 derived from a text: two rounds of the market agree on it without storing it. */
export const unitOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
