import { inArray } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { formatMoney } from '../../contract/money.ts';
import type { recharge } from '../../contract/recharge.ts';
import type { Database } from '../database/db.ts';
import { rechargeChannels, type recharges } from '../schema/recharges.ts';
import { nextStepText, saidReason } from '../texts/reason-text.ts';

export type RechargeRow = typeof recharges.$inferSelect;
export type Recharge = InferOutput<typeof recharge>;
export interface Showing {
  db: Database;
  lang: string;
  now: Date;
  currency: string;
}

const timelineOf = ({ step, createdAt, decidedAt }: RechargeRow): Recharge['timeline'] => [
  { step: 'under_review', at: createdAt.toISOString() },
  ...(decidedAt ? [{ step, at: decidedAt.toISOString() }] : []),
];

const shown = (row: RechargeRow, channel: string | null, { lang, now, currency }: Showing): Recharge => ({
  ...{ id: row.id, no: row.no, status: row.status, step: row.step, currency, channel, proof: row.proof },
  amount: formatMoney(row.amount),
  received: row.received === null ? null : formatMoney(row.received),
  reasonCode: row.reasonCode,
  reason: saidReason(lang, row),
  nextStep: nextStepText(lang, row.reasonCode),
  createdAt: row.createdAt.toISOString(),
  expectedBy: row.expectedBy.toISOString(),
  overdue: row.status === 'moderated' && now > row.expectedBy,
  timeline: timelineOf(row),
});

/** Recharges as their merchant sees them, each with its channel and timeline. */
export async function shownRecharges(rows: RechargeRow[], showing: Showing): Promise<Recharge[]> {
  const ids = [...new Set(rows.flatMap(({ channelId }) => channelId ?? []))];
  const found =
    ids.length === 0
      ? []
      : await showing.db
          .select({ id: rechargeChannels.id, name: rechargeChannels.name })
          .from(rechargeChannels)
          .where(inArray(rechargeChannels.id, ids));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => shown(row, (row.channelId && names.get(row.channelId)) ?? null, showing));
}
