import { isToken } from './is-token.ts';
import { hasOwn, stringify } from './natives.ts';
import type { HostState } from './protocol.ts';
import { type Bare, isBare } from './read-message.ts';

type Check = (value: unknown) => boolean;

const isLength: Check = (value) => typeof value === 'number' && value >= 0 && value < 1e5;
const isShort: Check = (value) => typeof value === 'string' && value.length < 65;

const checks: { readonly [Key in keyof Required<HostState>]: Check } = {
  token: (value) => value === null || isToken(value),
  expiresAt: (value) => value === null || (isShort(value) && Date.parse(value as string) > 0),
  lang: (value) => isShort(value) && /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(value as string),
  theme: (value) => value === 'light' || value === 'dark' || value === 'auto',
  colors: (value) =>
    isBare(value) &&
    [value.accent, value.background, value.text].every((color) => color === undefined || isShort(color)),
  insets: (value) =>
    isBare(value) && [value.top, value.right, value.bottom, value.left].every((inset) => isLength(inset)),
  keyboard: isLength,
  api: (value) => typeof value === 'string',
};

/**
 * What of the host's word is well formed and differs from what is known. A key that is neither is left out alone:
 * one mistake of a host does not cost it the rest.
 */
export const readState = (word: Bare, known: HostState): HostState => {
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(checks) as (keyof HostState)[]) {
    if (!hasOwn(word, key) || !checks[key](word[key])) continue;
    if (stringify(word[key]) !== stringify(known[key])) changes[key] = word[key];
  }
  // The end of an old token says nothing about a new one.
  if (changes.token !== undefined && known.expiresAt && !hasOwn(word, 'expiresAt')) changes.expiresAt = null;
  return changes;
};
