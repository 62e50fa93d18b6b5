import { keys, stringify } from '../captured.ts';
import type { HostState } from '../protocol.ts';
import { isPlainObject, type Untrusted } from '../read-message.ts';
import { type Check, firstChecks, matches } from './read-first.ts';

const isLength: Check = (value) => typeof value === 'number' && value >= 0 && value < 1e5;

const checks: { readonly [Key in keyof Required<HostState>]: Check } = {
  ...firstChecks,
  expiresAt: (value) => value === null || matches(/^\d{4}-[\w:.+-]{6,30}$/)(value),
  insets: (value) =>
    isPlainObject(value) && [value.top, value.right, value.bottom, value.left].every(isLength),
  keyboard: isLength,
  api: matches(/^https?:\/\//),
};

/**
 * Returns the keys of the host's state that are well formed and differ from the known state. An invalid key is left out
 * alone: one mistake of a host does not invalidate the rest. The state must inherit nothing.
 */
export const readState = (sent: Untrusted, known: HostState = {}): HostState => {
  const changes: Record<string, unknown> = {};
  for (const key of keys(checks) as (keyof HostState)[]) {
    const value = sent[key];
    if (checks[key](value) && stringify(value) !== stringify(known[key])) changes[key] = value;
  }
  // A new token does not inherit the expiry of the old one, and it ends the wait for a pending one.
  if ('token' in changes) {
    if (known.expiresAt && sent.expiresAt === undefined) changes.expiresAt = null;
    if (known.tokenPending && sent.tokenPending === undefined) changes.tokenPending = false;
  }
  return changes;
};
