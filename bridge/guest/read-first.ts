import { keys, stringify } from '../captured.ts';
import { isToken } from '../is-token.ts';
import type { HostState } from '../protocol.ts';
import { asText, isPlainObject, type Untrusted } from '../read-message.ts';

/** Returns whether a value of a host's state is well formed. */
export type Check = (value: unknown) => boolean;

/** Matches texts by a pattern; none of the patterns matches the empty text. */
export const matches =
  (shape: RegExp): Check =>
  (value) =>
    shape.test(asText(value));

/** Checks of the keys that the first screen depends on. */
export const firstChecks = {
  token: (value: unknown) => value === null || isToken(value),
  tokenPending: (value: unknown) => typeof value === 'boolean',
  lang: matches(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i),
  theme: matches(/^(light|dark|auto)$/),
  appearance: (value: unknown) => isPlainObject(value) && stringify(value).length < 8_000,
};

/**
 * Reads the keys of a greeting's state that the first screen depends on; the second half of a guest reads the rest. The
 * state must inherit nothing, as what `readMessage` returns.
 */
export const readFirst = (sent: Untrusted): HostState => {
  const state: Record<string, unknown> = {};
  for (const key of keys(firstChecks) as (keyof typeof firstChecks)[])
    if (firstChecks[key](sent[key])) state[key] = sent[key];
  return state;
};
