import { inArray } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import type { recharge } from '../../../contract/recharge.ts';
import { after } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { displayReason, nextStepText } from '../../platform/texts/reason-text.ts';
import { rechargeChannels, type recharges } from '../../schema/recharges.ts';
import { appealTo } from '../../shops/restrictions/statements.ts';

export type RechargeRow = typeof recharges.$inferSelect;
export type Recharge = InferOutput<typeof recharge>;
export interface RechargeContext {
  db: Database;
  lang: string;
  now: Date;
  currency: string;
  config: Pick<Config, 'timing'>;
}

const timelineOf = ({ step, createdAt, decidedAt }: RechargeRow): Recharge['timeline'] => [
  { step: 'under_review', at: createdAt.toISOString() },
  ...(decidedAt ? [{ step, at: decidedAt.toISOString() }] : []),
];

/**
 * Returns the date by which money of a refused recharge has to be sent back; null where nothing came, or where an appeal
 * has credited it.
 */
export const sendBackBy = (
  { status, arrived, decidedAt }: Pick<RechargeRow, 'status' | 'arrived' | 'decidedAt'>,
  { timing }: Pick<Config, 'timing'>,
): Date | null =>
  status !== 'failed' || arrived === null || !decidedAt ? null : after(decidedAt, timing.rechargeSendBack);

function sendBackOf(row: RechargeRow, { now, config }: RechargeContext): Recharge['sendBack'] {
  const by = sendBackBy(row, config);
  if (!by) return null;
  const { sentBackAt, sendBackStatementId } = row;
  return {
    amount: formatMoney(row.arrived ?? 0n),
    by: by.toISOString(),
    overdue: sentBackAt === null && now > by,
    sentAt: sentBackAt?.toISOString() ?? null,
    proof: row.sentBackProof,
    appealUrl: sendBackStatementId && appealTo(sendBackStatementId),
  };
}

const shown = (row: RechargeRow, channel: string | null, showing: RechargeContext): Recharge => {
  const { lang, now, currency } = showing;
  return {
    id: row.id,
    no: row.no,
    status: row.status,
    step: row.step,
    currency,
    channel,
    proof: row.proof,
    amount: formatMoney(row.amount),
    received: row.received === null ? null : formatMoney(row.received),
    reasonCode: row.reasonCode,
    ...displayReason(lang, row),
    nextStep: nextStepText(lang, row.reasonCode),
    createdAt: row.createdAt.toISOString(),
    expectedBy: row.expectedBy.toISOString(),
    overdue: row.status === 'moderated' && now > row.expectedBy,
    sendBack: sendBackOf(row, showing),
    timeline: timelineOf(row),
  };
};

/** Returns recharges as their merchant sees them, each with its channel and timeline. */
export async function shownRecharges(rows: RechargeRow[], showing: RechargeContext): Promise<Recharge[]> {
  const ids = [...new Set(rows.flatMap(({ channelId }) => channelId ?? []))];
  const channels =
    ids.length === 0
      ? []
      : await showing.db
          .select({ id: rechargeChannels.id, name: rechargeChannels.name })
          .from(rechargeChannels)
          .where(inArray(rechargeChannels.id, ids));
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return rows.map((row) => shown(row, (row.channelId && names.get(row.channelId)) ?? null, showing));
}
