import { day, hour, minute } from '../../../src/server/platform/clock.ts';
import type { GoodsRow } from '../../harness/market.ts';
import type { TestServer, TestUser } from '../../harness/server.ts';

/** Where shops are, and by how much a day is longer or shorter there when the clocks change. */
export const zones = {
  'America/New_York': hour,
  'Europe/Berlin': hour,
  'Australia/Lord_Howe': 30 * minute,
  UTC: 0,
};
export type Zone = keyof typeof zones;

/** A shop, and what its merchant could count of it on paper. */
export interface Life {
  server: TestServer;
  user: TestUser;
  zone: Zone;
  chance: () => number;
  accountId: string;
  goods: GoodsRow[];
  /** The listing of each of the goods that is in the showcase. */
  listed: Map<string, string>;
  removed: { listing: string; at: Date }[];
  invited: Date[];
  /** What the bank has done with each withdrawal; one that it forgets is never confirmed. */
  withdrawals: Map<string, 'submitted' | 'sent' | 'forgotten' | 'ended'>;
  /** What has happened so far, each as `act code`. */
  seen: Set<string>;
}

// Not by the server's own calendar, which is what is tested.
const calendarOf = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
const calendars = new Map(Object.keys(zones).map((zone) => [zone, calendarOf(zone)]));

/** Returns the date that a calendar on the wall shows. */
export const dateOf = (zone: Zone, at: Date): string => calendars.get(zone)?.format(at) ?? '';

/** Returns the first moment of the next date, found by halving: no offset is asked for. */
export function nextDateOf(zone: Zone, at: Date): Date {
  const today = dateOf(zone, at);
  let [before, from] = [at.getTime(), at.getTime() + 26 * hour];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateOf(zone, new Date(middle)) === today) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/** Returns a whole number from 1 to `most`. */
export const upTo = (life: Life, most: number): number => 1 + Math.floor(life.chance() * most);

/** Returns some of a list, at most so many. */
export const someOf = <T>(life: Life, list: readonly T[], most: number): T[] =>
  list
    .map((one) => ({ one, place: life.chance() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ one }) => one);

/** The rules as merchants know them. */
export const rules = {
  invitationsADay: 2,
  openInvitations: 20,
  invitationLasts: 14 * day,
  removalsADay: 10,
  removalCanBeUndone: minute,
  goods: 20,
  payBy: 48 * hour,
};
