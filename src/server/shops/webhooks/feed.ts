import { asc, inArray, lt, or, sql } from 'drizzle-orm';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { inTransaction, lockName } from '../../platform/database/transaction.ts';
import { webhookDeadLetters, webhookEvents } from '../../schema/webhooks.ts';
import { countActs } from '../acts/count-acts.ts';
import { linkedData } from './event-kinds.ts';

export type EventRow = typeof webhookEvents.$inferSelect;

/**
 * Returns an event as it is posted to an endpoint, and as the feed lists it beside its position. The badge is that of now: an
 * older one would be wrong by the time that it is shown.
 */
export async function eventView(deps: Deps, { kind, shopId, data, at }: EventRow) {
  const badge = kind === 'merchant.to_act' ? { badge: await countActs(deps, shopId) } : {};
  return {
    type: kind,
    timestamp: at.toISOString(),
    data: { ...linkedData(kind, data), ...badge, shop: shopId },
  };
}

const perRound = 1_000;

/**
 * Moves what transactions left in the outbox to the feed, and notes for each endpoint how far its shops go. Of two
 * processes the second waits, so that positions become visible in their order.
 * @returns whether there was anything
 */
export async function publishEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const [outbox] = await queryRows<{ waits: boolean }>(
    db,
    sql`select exists (select from webhook_outbox) as waits`,
  );
  if (!outbox?.waits) return false;
  const now = clock.now().toISOString();
  await inTransaction(db, async (tx) => {
    await lockName(tx, 'webhook events');
    await tx.execute(sql`
      with moved as (
        delete from webhook_outbox
        where seq in (select seq from webhook_outbox order by seq limit ${perRound}::int)
        returning *
      ), published as (
        insert into webhook_events (id, shop_id, kind, data, at)
        select id, shop_id, kind, data, at from moved order by seq
        returning position, shop_id, kind
      )
      insert into webhook_lanes (endpoint_id, shop_id, after, latest, next_at)
      select endpoint.id, published.shop_id, min(published.position) - 1, max(published.position), ${now}::timestamptz
      from published
      join webhook_endpoints endpoint on endpoint.ended_at is null and published.kind = any(endpoint.kinds)
      group by endpoint.id, published.shop_id
      on conflict (endpoint_id, shop_id) do update set latest = excluded.latest`);
  });
  return true;
}

/** How long an event is in the feed, and can be replayed. */
const feedDays = 30;
const perDelete = 5_000;

/** Deletes old events, and the dead letters among them. */
export async function deleteOldEvents(db: Database, now: Date): Promise<void> {
  for (;;) {
    const oldest = db
      .select({ position: webhookEvents.position, at: webhookEvents.at })
      .from(webhookEvents)
      .orderBy(asc(webhookEvents.position))
      .limit(perDelete)
      .as('oldest');
    const old = db
      .select({ position: oldest.position })
      .from(oldest)
      .where(lt(oldest.at, after(now, -feedDays * day)));
    const deleted = await db
      .delete(webhookEvents)
      .where(inArray(webhookEvents.position, old))
      .returning({ position: webhookEvents.position });
    if (deleted.length < perDelete) break;
  }
  const first = sql`(select position from webhook_events order by position limit 1)`;
  await db
    .delete(webhookDeadLetters)
    .where(or(lt(webhookDeadLetters.position, first), sql`not exists ${first}`));
}
