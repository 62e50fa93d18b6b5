// What @souk/server publishes: sessions for the users of a back end, the machine API as a typed client, and events. It runs
// on the server alone, since it has the key.

import { type SoukServer, sendDecision } from './send.ts';

export type { Decisions, FeedEvent, Reads } from './calls.ts';
export {
  type DecisionName,
  type DecisionOptions,
  type FeedName,
  type FeedOptions,
  type ListName,
  type ReadName,
  type RefusalCode,
  type SoukClient,
  soukClient,
} from './client.ts';
export { type SoukServer, SoukServerError } from './send.ts';
export { type EventHeaders, type SoukEvent, verifyEvent } from './verify-event.ts';

/** A session, to be handed to the page of its user. */
export interface SoukSession {
  readonly token: string;
  /** ISO 8601 time at which it ends. */
  readonly expiresAt: string;
}

/** What only the first session of a user needs, which opens the shop. */
export interface NewShop {
  /** What the shop is called until its merchant changes it, 3 to 64 characters; left out, `merchant-` and some letters. */
  readonly name?: string;
}

/**
 * Opens a session for a user of yours, and a shop before it where the user has none.
 * @param user your own id of the user, the same one for ever
 * @throws SoukServerError
 * @example
 * const souk = { origin: 'https://souk.example', key: process.env.SOUK_SESSION_KEY };
 * const { token } = await openSession(user.id, souk, { name: user.company });
 */
export const openSession = (user: string, server: SoukServer, { name }: NewShop = {}): Promise<SoukSession> =>
  decideOfUser<SoukSession>('merchant-open', { user, name: name || undefined }, server);

/**
 * Ends all sessions of a user, who signed out with you or lost the phone; returns how many there were.
 * @throws SoukServerError
 */
export const endSessions = async (user: string, server: SoukServer): Promise<number> =>
  (await decideOfUser<{ ended: number }>('session-end', { user }, server)).ended;

/** A person waits for it: it is sent again once, and at once. */
const decideOfUser = <Data>(name: string, input: object, server: SoukServer): Promise<Data> =>
  sendDecision<Data>(server, name, { input, key: crypto.randomUUID(), pauses: [0] });
