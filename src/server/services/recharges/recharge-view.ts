import { inArray } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { appealTo } from '../../../contract/appeals.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { recharge } from '../../../contract/recharges.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { displayReason, nextStepText } from '../../platform/texts/reason-text.ts';
import { rechargeChannels } from '../../schema/recharges.ts';
import type { RechargeRow } from './recharge-row.ts';
import { sendBackDates } from './send-back-date.ts';

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

function sendBackOf(row: RechargeRow, by: Date | undefined, now: Date): Recharge['sendBack'] {
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

interface Related {
  channel: string | null;
  sendBackBy: Date | undefined;
}

const shown = (
  row: RechargeRow,
  { channel, sendBackBy }: Related,
  { lang, now, currency }: RechargeContext,
): Recharge => ({
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
  sendBack: sendBackOf(row, sendBackBy, now),
  timeline: timelineOf(row),
});

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
  const dates = await sendBackDates(showing.db, rows, showing.config);
  return rows.map((row) => {
    const channel = (row.channelId && names.get(row.channelId)) ?? null;
    return shown(row, { channel, sendBackBy: dates.get(row.id) }, showing);
  });
}
