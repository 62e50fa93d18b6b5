import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { carriers } from '../schema/orders.ts';

export type CarrierRow = typeof carriers.$inferSelect;
type CarrierDeps = Pick<Deps, 'db' | 'clock'>;

/** Stands in a carrier's link where a parcel's number goes. */
export const numberMark = '{no}';

/** Whether a link may lead a merchant away: to a page of the carrier's own, over https and nothing else. */
export function isTrackingUrl(text: string): boolean {
  const [one, other] = ['0', '1'].map((no) => text.replace(numberMark, no));
  if (text.split(numberMark).length !== 2 || !text.startsWith('https://')) return false;
  if (!one || !other || !URL.canParse(one)) return false;
  const { origin, username, password } = new URL(one);
  // A number that reached the name of the host would choose it.
  return new URL(other).origin === origin && username === '' && password === '';
}

/** The carrier's own page on a parcel; null where there is none that may be opened. */
export function trackingLink(template: string | null, trackingNo: string): string | null {
  if (template === null || !isTrackingUrl(template)) return null;
  return template.replace(numberMark, encodeURIComponent(trackingNo));
}

/** The carrier by its name, if its parcels can be followed. */
export async function activeCarrier(db: Database, name: string): Promise<CarrierRow | null> {
  const [row] = await db
    .select()
    .from(carriers)
    .where(and(eq(carriers.name, name), isNull(carriers.retiredAt)));
  return row ?? null;
}

/** The carrier of a parcel that is being handed over: known from its first parcel on, unless it was retired. */
export async function requireCarrier({ db, clock }: CarrierDeps, name: string): Promise<CarrierRow> {
  await db.insert(carriers).values({ name, addedAt: clock.now() }).onConflictDoNothing();
  const row = await activeCarrier(db, name);
  if (!row) throw refuse(codes.logisticsNotConfigured, { field: 'carrier', reason: 'retired' });
  return row;
}

async function requireOwnLink(db: Database, name: string, trackingUrl: string | null): Promise<void> {
  if (trackingUrl === null) return;
  const [other] = await db
    .select({ name: carriers.name })
    .from(carriers)
    .where(and(eq(carriers.trackingUrl, trackingUrl), ne(carriers.name, name)));
  if (other) throw refuse(codes.logisticsDuplicated, { field: 'url', params: { carrier: other.name } });
}

/** Adds a carrier, or takes a retired one back; 433 where it is there, 434 where the link is another's. */
export async function addCarrier(
  { db, clock }: CarrierDeps,
  name: string,
  trackingUrl: string | null,
): Promise<CarrierRow> {
  await requireOwnLink(db, name, trackingUrl);
  const [row] = await db
    .insert(carriers)
    .values({ name, trackingUrl, addedAt: clock.now() })
    .onConflictDoUpdate({
      target: carriers.name,
      set: { trackingUrl, retiredAt: null },
      setWhere: isNotNull(carriers.retiredAt),
    })
    .returning();
  if (!row) throw refuse(codes.logisticsExists, { field: 'name' });
  return row;
}

const found = (row: CarrierRow | undefined): CarrierRow => {
  if (!row) throw refuse(codes.recordNotFound, { field: 'name' });
  return row;
};

/** Gives a carrier another link, or none. */
export async function editCarrier(
  { db }: Pick<Deps, 'db'>,
  name: string,
  trackingUrl: string | null,
): Promise<CarrierRow> {
  await requireOwnLink(db, name, trackingUrl);
  return found(
    (await db.update(carriers).set({ trackingUrl }).where(eq(carriers.name, name)).returning())[0],
  );
}

/** Takes a carrier out of use: it gets no parcel any more, and where its parcels are is not known. */
export async function retireCarrier({ db, clock }: CarrierDeps, name: string): Promise<CarrierRow> {
  const inUse = and(eq(carriers.name, name), isNull(carriers.retiredAt));
  return found((await db.update(carriers).set({ retiredAt: clock.now() }).where(inUse).returning())[0]);
}
