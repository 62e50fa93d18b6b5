import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { carriers } from '../../schema/orders.ts';

export type CarrierRow = typeof carriers.$inferSelect;
/** The placeholder of a parcel's number in a carrier's link. */
const numberPlaceholder = '{no}';

/**
 * Returns whether a link may be shown to merchants: an https page on a host that does not depend on the parcel's
 * number.
 */
export function isTrackingUrl(text: string): boolean {
  const [first, second] = ['0', '1'].map((no) => text.replace(numberPlaceholder, no));
  if (text.split(numberPlaceholder).length !== 2 || !text.startsWith('https://')) return false;
  if (!first || !second || !URL.canParse(first)) return false;
  const { origin, username, password } = new URL(first);
  // A number inside the host name would choose the host.
  return new URL(second).origin === origin && username === '' && password === '';
}

/** Returns the carrier's own page on a parcel; null where there is none that may be opened. */
export function trackingLink(template: string | null, trackingNo: string): string | null {
  if (template === null || !isTrackingUrl(template)) return null;
  return template.replace(numberPlaceholder, encodeURIComponent(trackingNo));
}

/** Returns the carrier with a name, if it is in use; else null. */
export async function activeCarrier(db: Database, name: string): Promise<CarrierRow | null> {
  const [row] = await db
    .select()
    .from(carriers)
    .where(and(eq(carriers.name, name), isNull(carriers.withdrawnAt)));
  return row ?? null;
}

/** Returns how a carrier is spelled that is there already in another case; the name itself for any other. */
async function spellingOf(db: Database, name: string): Promise<string> {
  const [known] = await db
    .select({ name: carriers.name })
    .from(carriers)
    .where(sql`lower(${carriers.name}) = lower(${name})`);
  return known?.name ?? name;
}

/** Returns the carrier of a parcel that is shipped, and adds an unknown one; refuses a withdrawn one with 435. */
export async function requireCarrier({ db, clock }: Deps, named: string): Promise<CarrierRow> {
  const name = await spellingOf(db, named);
  await db.insert(carriers).values({ name, addedAt: clock.now() }).onConflictDoNothing();
  const row = await activeCarrier(db, name);
  if (!row) throw refuse(codes.logisticsNotConfigured, { field: 'carrier', reason: 'retired' });
  return row;
}

async function requireUnusedLink(db: Database, name: string, trackingUrl: string | null): Promise<void> {
  if (trackingUrl === null) return;
  const [other] = await db
    .select({ name: carriers.name })
    .from(carriers)
    .where(and(eq(carriers.trackingUrl, trackingUrl), ne(carriers.name, name)));
  if (other) throw refuse(codes.logisticsDuplicated, { field: 'url', params: { carrier: other.name } });
}

/**
 * Adds a carrier, or sets or removes the link of one that is there, also of a withdrawn one, which is in use again.
 * @throws Refusal 433 where it is there in another case, 434 where another carrier has the link
 */
export async function publishCarrier(
  { db, clock }: Deps,
  name: string,
  trackingUrl: string | null,
): Promise<CarrierRow> {
  const known = await spellingOf(db, name);
  if (known !== name) throw refuse(codes.logisticsExists, { field: 'name', params: { carrier: known } });
  await requireUnusedLink(db, name, trackingUrl);
  const [row] = await db
    .insert(carriers)
    .values({ name, trackingUrl, addedAt: clock.now() })
    .onConflictDoUpdate({ target: carriers.name, set: { trackingUrl, withdrawnAt: null } })
    .returning();
  if (!row) throw new Error('the carrier was not stored');
  return row;
}

/** Withdraws a carrier: it gets no more parcels, and its parcels can no longer be tracked. */
export async function withdrawCarrier({ db, clock }: Deps, name: string): Promise<CarrierRow> {
  const inUse = and(eq(carriers.name, name), isNull(carriers.withdrawnAt));
  const [row] = await db.update(carriers).set({ withdrawnAt: clock.now() }).where(inUse).returning();
  if (!row) throw refuse(codes.recordNotFound, { field: 'name' });
  return row;
}
