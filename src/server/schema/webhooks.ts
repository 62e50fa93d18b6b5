import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The ids and numbers of what an event is about, by their nouns. */
export type EventData = Readonly<Record<string, string>>;

/** The kinds of events that other systems can receive. */
export const eventKinds = [
  'order.to_ship',
  'order.cancelled',
  'order.settled',
  'withdrawal.to_pay',
  'case.to_review',
  'appeal.to_answer',
  'feedback.to_answer',
  'merchant.to_act',
] as const;
export type EventKind = (typeof eventKinds)[number];

const eventColumns = () => ({
  id: text('id').notNull(),
  shopId: text('shop_id').notNull(),
  kind: text('kind', { enum: eventKinds }).notNull(),
  data: jsonb('data').$type<EventData>().notNull(),
  at: moment('at').notNull(),
});

/** Events in the transaction of what happened, until the next round moves them to `webhook_events`. */
export const webhookOutbox = pgTable('webhook_outbox', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...eventColumns(),
});

/**
 * The feed of events. One transaction after another adds to it, so that positions become visible in their order: after
 * a read up to a position no smaller one appears.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...eventColumns(),
  },
  (table) => [index('webhook_events_shop').on(table.shopId, table.position)],
);

/** An address of another system, and the kinds of events that are posted there. Its secret follows from its id. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    url: text('url').notNull(),
    kinds: text('kinds', { enum: eventKinds }).array().notNull(),
    actor: text('actor').notNull(),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    endedBy: text('ended_by'),
  },
  (table) => [index('webhook_endpoints_open').on(table.createdAt).where(sql`${table.endedAt} is null`)],
);

/**
 * How far an endpoint has received the events of a shop. Up to `after` each was delivered or given up; `latest` is the
 * last that is meant for it. With `replayAfter` its dead letters behind that position are sent first. A failure leaves
 * the position and moves `nextAt`, so the order within a shop stays.
 */
export const webhookLanes = pgTable(
  'webhook_lanes',
  {
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id),
    shopId: text('shop_id').notNull(),
    after: bigint('after', { mode: 'number' }).notNull(),
    latest: bigint('latest', { mode: 'number' }).notNull(),
    replayAfter: bigint('replay_after', { mode: 'number' }),
    nextAt: moment('next_at').notNull(),
    // Failures since the last event that was received, the first of them, and what went wrong last.
    failures: integer('failures').notNull().default(0),
    failingSince: moment('failing_since'),
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.shopId] }),
    index('webhook_lanes_due')
      .on(table.endpointId, table.nextAt)
      .where(sql`${table.latest} > ${table.after} or ${table.replayAfter} is not null`),
    index('webhook_lanes_failing')
      .on(table.endpointId, table.failingSince)
      .where(sql`${table.failingSince} is not null`),
  ],
);

/** Events that an endpoint did not receive within the time for it; a replay sends them again. */
export const webhookDeadLetters = pgTable(
  'webhook_dead_letters',
  {
    endpointId: text('endpoint_id').notNull(),
    shopId: text('shop_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind', { enum: eventKinds }).notNull(),
    error: text('error').notNull(),
    diedAt: moment('died_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.shopId, table.position] }),
    foreignKey({
      columns: [table.endpointId, table.shopId],
      foreignColumns: [webhookLanes.endpointId, webhookLanes.shopId],
    }).onDelete('cascade'),
    index('webhook_dead_letters_position').on(table.position, table.endpointId),
  ],
);
