import { and, asc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { retryDelay } from '../../platform/due-work.ts';
import { type EventKind, webhookDeadLetters, webhookEvents, webhookLanes } from '../../schema/webhooks.ts';
import type { EventRow } from './feed.ts';

/** The events of a shop on their way to an endpoint, one at a time. */
export interface Lane {
  endpointId: string;
  shopId: string;
  url: string;
  kinds: EventKind[];
  after: number;
  latest: number;
  replayAfter: number | null;
  failures: number;
}

type Of = Pick<Lane, 'endpointId' | 'shopId'>;

/** How long an event is tried before it is a dead letter. */
const tryFor = 3 * day;

/** Lanes of one endpoint that are sent at once: one that hangs keeps none of another. */
export const lanesAtOnce = 16;

/** Returns the lanes with something to send now, of each endpoint those that have waited longest. */
export async function dueLanes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Lane[]> {
  const now = clock.now().toISOString();
  const rows = await queryRows<
    Omit<Lane, 'after' | 'latest' | 'replayAfter'> & Record<'after' | 'latest' | 'replayAfter', string | null>
  >(
    db,
    sql`select lane.endpoint_id as "endpointId", lane.shop_id as "shopId", endpoint.url, endpoint.kinds,
          lane.after::text, lane.latest::text, lane.replay_after::text as "replayAfter", lane.failures
        from webhook_endpoints endpoint
        cross join lateral (
          select * from webhook_lanes
          where endpoint_id = endpoint.id and next_at <= ${now}::timestamptz
            and (latest > after or replay_after is not null)
          order by next_at limit ${2 * lanesAtOnce}::int
        ) lane
        where endpoint.ended_at is null`,
  );
  return rows.map(({ after, latest, replayAfter, ...lane }) => ({
    ...lane,
    after: Number(after),
    latest: Number(latest),
    replayAfter: replayAfter === null ? null : Number(replayAfter),
  }));
}

const ofLane = ({ endpointId, shopId }: Of) =>
  and(eq(webhookLanes.endpointId, endpointId), eq(webhookLanes.shopId, shopId));
const letterOf = ({ endpointId, shopId }: Of) =>
  and(eq(webhookDeadLetters.endpointId, endpointId), eq(webhookDeadLetters.shopId, shopId));

/** The condition that no other process has gone further meanwhile. */
const before = (lane: Lane, position: number) =>
  and(
    ofLane(lane),
    lane.replayAfter === null
      ? lt(webhookLanes.after, position)
      : eq(webhookLanes.replayAfter, lane.replayAfter),
  );

const moved = (lane: Lane, position: number) =>
  lane.replayAfter === null ? { after: position } : { replayAfter: position };

const atOnce = 20;

async function lettersOf({ db }: Deps, lane: Lane, replayAfter: number): Promise<EventRow[]> {
  const rows = await db
    .select({ event: webhookEvents })
    .from(webhookDeadLetters)
    .innerJoin(webhookEvents, eq(webhookEvents.position, webhookDeadLetters.position))
    .where(and(letterOf(lane), gt(webhookDeadLetters.position, replayAfter)))
    .orderBy(asc(webhookDeadLetters.position))
    .limit(atOnce);
  return rows.map(({ event }) => event);
}

/**
 * Returns the next events of a lane in their order: dead letters that are replayed, then those that were never sent.
 * Where there are none, the lane is marked as done.
 */
export async function nextEvents(deps: Deps, lane: Lane): Promise<EventRow[]> {
  const { db } = deps;
  if (lane.replayAfter !== null) {
    const letters = await lettersOf(deps, lane, lane.replayAfter);
    if (letters.length > 0) return letters;
    await db
      .update(webhookLanes)
      .set({ replayAfter: null })
      .where(and(ofLane(lane), eq(webhookLanes.replayAfter, lane.replayAfter)));
    lane.replayAfter = null;
  }
  const events = await db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.shopId, lane.shopId),
        gt(webhookEvents.position, lane.after),
        inArray(webhookEvents.kind, lane.kinds),
      ),
    )
    .orderBy(asc(webhookEvents.position))
    .limit(atOnce);
  if (events.length > 0 || lane.latest <= lane.after) return events;
  // Too old to be there any more.
  await db.update(webhookLanes).set({ after: lane.latest }).where(before(lane, lane.latest));
  lane.after = lane.latest;
  return events;
}

/** Notes that an endpoint has received an event. */
export async function recordReceived({ db, clock }: Deps, lane: Lane, { position }: EventRow): Promise<void> {
  const received = { ...moved(lane, position), failures: 0, failingSince: null, error: null };
  const advance = (tx: Database) =>
    tx
      .update(webhookLanes)
      .set({ ...received, nextAt: clock.now() })
      .where(before(lane, position));
  // Nearly all are sent once: one statement for each, and no transaction around it.
  if (lane.replayAfter === null) await advance(db);
  else
    await inTransaction(db, async (tx) => {
      await tx
        .delete(webhookDeadLetters)
        .where(and(letterOf(lane), eq(webhookDeadLetters.position, position)));
      await advance(tx);
    });
  Object.assign(lane, moved(lane, position), { failures: 0 });
}

/**
 * Notes that an endpoint has not received an event: it is tried again after a wait that grows, or is a dead letter where
 * the endpoint has taken nothing for the time for it. The next one then is tried at once.
 */
export async function recordFailure(deps: Deps, lane: Lane, event: EventRow, error: string): Promise<void> {
  const { position, id: eventId, kind } = event;
  const now = deps.clock.now();
  const since = after(now, -tryFor);
  await inTransaction(deps.db, async (tx) => {
    const [row] = await tx
      .update(webhookLanes)
      .set({
        failures: sql`${webhookLanes.failures} + 1`,
        failingSince: sql`coalesce(${webhookLanes.failingSince}, ${now.toISOString()}::timestamptz)`,
        error,
        nextAt: after(now, retryDelay(lane.failures + 1)),
      })
      .where(before(lane, position))
      .returning();
    if (!row?.failingSince || row.failingSince > since || event.at > since) return;
    const { endpointId, shopId } = lane;
    await tx
      .insert(webhookDeadLetters)
      .values({ endpointId, shopId, position, eventId, kind, error, diedAt: now })
      .onConflictDoUpdate({
        target: [webhookDeadLetters.endpointId, webhookDeadLetters.shopId, webhookDeadLetters.position],
        set: { error, diedAt: now },
      });
    await tx
      .update(webhookLanes)
      .set({ ...moved(lane, position), nextAt: now })
      .where(ofLane(lane));
  });
}

/** Sends the dead letters of an endpoint again, of one shop or of all, and what waits for it at once. */
export async function replay(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { endpointId, shopId }: { endpointId: string; shopId?: string },
): Promise<number> {
  const now = clock.now();
  const ofShop = shopId === undefined ? undefined : eq(webhookLanes.shopId, shopId);
  const ofEndpoint = and(eq(webhookLanes.endpointId, endpointId), ofShop);
  const dead = db
    .select({ shopId: webhookDeadLetters.shopId })
    .from(webhookDeadLetters)
    .where(eq(webhookDeadLetters.endpointId, endpointId));
  const retried = { failures: 0, failingSince: null, nextAt: now };
  await db
    .update(webhookLanes)
    .set(retried)
    .where(and(ofEndpoint, isNotNull(webhookLanes.failingSince)));
  const lanes = await db
    .update(webhookLanes)
    .set({ ...retried, replayAfter: 0 })
    .where(and(ofEndpoint, inArray(webhookLanes.shopId, dead)))
    .returning({ shopId: webhookLanes.shopId });
  return lanes.length;
}
