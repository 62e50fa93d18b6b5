import { isArray, keys, stringify } from '../captured.ts';
import { isToken } from '../is-token.ts';
import type { HostState } from '../protocol.ts';
import { type Bare, type Incoming, isBare, object, text } from '../read-message.ts';
import type { Ready } from './guest-api.ts';

type Check = (value: unknown) => boolean;

const isLength: Check = (value) => typeof value === 'number' && value >= 0 && value < 1e5;
/** No shape fits the empty text. */
const isText =
  (shape: RegExp): Check =>
  (value) =>
    shape.test(text(value));
const isColor: Check = (value) => value === undefined || isText(/^.{1,64}$/)(value);

const checks: { readonly [Key in keyof Required<HostState>]: Check } = {
  token: (value) => value === null || isToken(value),
  expiresAt: (value) => value === null || isText(/^\d{4}-[\w:.+-]{6,30}$/)(value),
  lang: isText(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i),
  theme: isText(/^(light|dark|auto)$/),
  colors: (value) => isBare(value) && [value.accent, value.background, value.text].every(isColor),
  insets: (value) => isBare(value) && [value.top, value.right, value.bottom, value.left].every(isLength),
  keyboard: isLength,
  api: isText(/^https?:\/\//),
};

/**
 * What of the host's word is well formed and differs from what is known. A key that is neither is left out alone:
 * one mistake of a host does not cost it the rest. The word must inherit nothing, as what `readMessage` reads.
 */
export const readState = (word: Bare, known: HostState): HostState => {
  const changes: Record<string, unknown> = {};
  for (const key of keys(checks) as (keyof HostState)[]) {
    const value = word[key];
    if (checks[key](value) && stringify(value) !== stringify(known[key])) changes[key] = value;
  }
  // The end of an old token says nothing about a new one.
  if ('token' in changes && known.expiresAt && word.expiresAt === undefined) changes.expiresAt = null;
  return changes;
};

/** What a `hi` says; a host that does not give its name is called by the way its messages travel. */
export const readReady = ({ p: { platform, capabilities, state } }: Incoming, name: string): Ready => ({
  platform: text(platform) || name,
  capabilities: isArray(capabilities) ? capabilities.filter((each) => text(each)) : [],
  state: readState(object(state), {}),
});
