import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { ofShop } from './shops.ts';

/**
 * What a shop front reports of a shop: the visitors and clicks of a day of the shop's time zone, or of an hour of it.
 * Each figure that is shown is a sum of reports; what a report leaves out is null, and not known.
 */
export const trafficReports = pgTable(
  'traffic_reports',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shopId: ofShop(),
    /** The shop front's own name of the report. */
    reference: text('reference').notNull(),
    day: date('day').notNull(),
    hour: smallint('hour'),
    /** When the hour began, or the day where no hour is named. */
    at: moment('at').notNull(),
    visitors: integer('visitors'),
    /** By the ids of articles; those without a click are left out. */
    clicks: jsonb('clicks').$type<Readonly<Record<string, number>>>(),
    actor: text('actor').notNull(),
    reportedAt: moment('reported_at').notNull(),
  },
  (table) => [
    unique('traffic_reports_reference').on(table.shopId, table.reference),
    index('traffic_reports_shop').on(table.shopId, table.at),
    check('traffic_reports_hour', sql`${table.hour} between 0 and 23`),
    check('traffic_reports_visitors', sql`${table.visitors} >= 0`),
  ],
);
