import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { queryNumber } from '../../../contract/fields.ts';
import { pageOf } from '../../../contract/page.ts';
import type { Deps } from '../../platform/context.ts';
import { queryRows } from '../../platform/database/db.ts';
import { defineRead, type Role } from '../../platform/decisions/define-decision.ts';
import { count, maybeText, maybeTime, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import {
  type EventKind,
  eventKinds,
  webhookDeadLetters,
  webhookEndpoints,
  webhookEvents,
  webhookLanes,
} from '../../schema/webhooks.ts';
import { feedEvent, kindsFor } from './event-kinds.ts';
import { eventView } from './feed.ts';

const kind = v.picklist(eventKinds);

/**
 * Refuses a position that the feed has not reached: the server has a backup, in which the events behind it are other ones.
 * @throws Refusal 405 `position_ahead`
 */
async function requireReached({ db }: Deps, after: number): Promise<void> {
  if (after === 0) return;
  const [feed] = await queryRows<{ reached: string }>(
    db,
    sql`select last_value::text as reached from webhook_events_position_seq`,
  );
  if (after <= Number(feed?.reached ?? 0)) return;
  throw refuse(codes.invalidParameter, {
    field: 'after',
    reason: 'position_ahead',
    message: `The feed has not reached ${after}: this server was restored from a backup, or is another one. Read again from 0, pass over events whose id you know, and compare what you have done since that backup.`,
  });
}

/** Makes the feed of some kinds. Events of other kinds are passed over, so that `next` moves on. */
const feedOf = (roles: readonly Role[], kinds: readonly EventKind[]) =>
  defineRead({
    about: `Events behind a position, oldest first, for a system that cannot receive them: ${kinds.join(', ')}. \`next\` is the \`after\` of the next page, also where this one is empty; an event stays 30 days.`,
    on: 'event',
    roles,
    input: {
      after: v.optional(queryNumber(0, Number.MAX_SAFE_INTEGER), 0),
      limit: pageInput.limit,
    },
    output: v.object({ list: v.array(feedEvent(kinds)), next: count }),
    run: async (deps, { after, limit }) => {
      const events = await deps.db
        .select()
        .from(webhookEvents)
        .where(gt(webhookEvents.position, after))
        .orderBy(asc(webhookEvents.position))
        .limit(limit);
      if (events.length === 0) await requireReached(deps, after);
      const list = [];
      for (const row of events.filter(({ kind }) => kinds.includes(kind)))
        list.push({ position: row.position, id: row.id, ...(await eventView(deps, row)) });
      return { list, next: events.at(-1)?.position ?? after };
    },
  });

const oldestFirst: Keyset = {
  key: sql`${webhookDeadLetters.position}`,
  id: sql`${webhookDeadLetters.endpointId}`,
  type: 'bigint',
  direction: 'asc',
};

export const webhookReads = {
  events: feedOf(['lead'], eventKinds),
  'supplier-events': feedOf(['supplier'], kindsFor('supplier')),
  'finance-events': feedOf(['finance'], kindsFor('finance')),
  'support-events': feedOf(['support'], kindsFor('support')),
  'host-events': feedOf(['partner'], kindsFor('host')),

  webhooks: defineRead({
    about: 'The endpoints that events are posted to, and since when and why one does not receive them.',
    on: 'event',
    roles: ['lead'],
    input: { limit: pageInput.limit },
    output: v.object({
      list: v.array(
        v.object({
          endpoint: v.string(),
          url: v.string(),
          kinds: v.array(kind),
          createdAt: time,
          failingSince: maybeTime,
          error: maybeText,
        }),
      ),
    }),
    run: async ({ db }, { limit }) => {
      const endpoints = await db
        .select()
        .from(webhookEndpoints)
        .where(isNull(webhookEndpoints.endedAt))
        .orderBy(asc(webhookEndpoints.createdAt))
        .limit(limit);
      const list = [];
      for (const { id, url, kinds, createdAt } of endpoints) {
        const [failing] = await db
          .select({ since: webhookLanes.failingSince, error: webhookLanes.error })
          .from(webhookLanes)
          .where(and(eq(webhookLanes.endpointId, id), isNotNull(webhookLanes.failingSince)))
          .orderBy(asc(webhookLanes.failingSince))
          .limit(1);
        list.push({
          endpoint: id,
          url,
          kinds,
          createdAt: createdAt.toISOString(),
          failingSince: failing?.since?.toISOString() ?? null,
          error: failing?.error ?? null,
        });
      }
      return { list };
    },
  }),

  'webhook-dead-letters': defineRead({
    about: 'Events that an endpoint did not receive in three days of tries; webhook-replay sends them again.',
    on: 'event',
    roles: ['lead'],
    input: pageInput,
    output: v.object(
      pageOf(
        v.object({
          endpoint: v.string(),
          position: count,
          id: v.string(),
          type: kind,
          shop: v.string(),
          error: v.string(),
          diedAt: time,
        }),
      ),
    ),
    run: async ({ db }, { cursor, limit }) => {
      const rows = await db
        .select({ id: webhookDeadLetters.endpointId, key: keyText(oldestFirst), row: webhookDeadLetters })
        .from(webhookDeadLetters)
        .where(afterCursor(oldestFirst, cursor))
        .orderBy(...orderBy(oldestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const list = page.map(({ row: { endpointId, shopId, position, eventId, kind, error, diedAt } }) => ({
        endpoint: endpointId,
        position,
        id: eventId,
        type: kind,
        shop: shopId,
        error,
        diedAt: diedAt.toISOString(),
      }));
      return { list, nextCursor };
    },
  }),
};
