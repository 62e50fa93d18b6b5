import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { maybeText, money, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { recharges } from '../../schema/recharges.ts';
import { rechargeState, rechargeSummary } from './recharges.decisions.ts';
import { isToSendBack } from './recharges-due.ts';
import { countsAsUse, listSamePayments } from './same-payment.ts';
import { sendBackDates } from './send-back-date.ts';

const waiting = v.object({
  ...rechargeState.entries,
  certificate: maybeText,
  sameAs: v.array(v.string()),
});
const toSendBack = v.object({ ...rechargeState.entries, arrived: money, sendBackBy: time });

const mostUrgentFirst: Keyset = {
  key: sql`${recharges.expectedBy}`,
  id: sql`${recharges.id}`,
  type: 'timestamptz',
  direction: 'asc',
};
const earliestRefusedFirst: Keyset = { ...mostUrgentFirst, key: sql`${recharges.decidedAt}` };

export const rechargeReads = {
  recharges: defineRead({
    about:
      'Reported recharges that wait for a decision, the most urgent first, each with a link to its certificate, good for five minutes, and the numbers of other recharges of the same payment (sameAs), also of other shops.',
    on: 'recharge',
    roles: ['finance'],
    input: pageInput,
    output: v.object(pageOf(waiting)),
    run: async (deps, { cursor, limit }) => {
      const rows = await deps.db
        .select({ id: recharges.id, key: keyText(mostUrgentFirst), row: recharges })
        .from(recharges)
        .where(and(eq(recharges.status, 'moderated'), afterCursor(mostUrgentFirst, cursor)))
        .orderBy(...orderBy(mostUrgentFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const linkTo = await linkSigner(deps);
      const list = [];
      for (const { row } of page) {
        const certificate = row.certificateFileId === null ? null : linkTo(row.certificateFileId);
        const same = await listSamePayments(deps.db, row, countsAsUse);
        list.push({ ...rechargeSummary(row), certificate, sameAs: same.map(({ no }) => no) });
      }
      return { list, nextCursor };
    },
  }),

  'recharges-to-send-back': defineRead({
    about:
      'Refused recharges whose money has to go back to its sender, the earliest refused first, each with the date by which it has to.',
    on: 'recharge',
    roles: ['finance'],
    input: pageInput,
    output: v.object(pageOf(toSendBack)),
    run: async (deps, { cursor, limit }) => {
      const rows = await deps.db
        .select({ id: recharges.id, key: keyText(earliestRefusedFirst), row: recharges })
        .from(recharges)
        .where(and(isToSendBack, afterCursor(earliestRefusedFirst, cursor)))
        .orderBy(...orderBy(earliestRefusedFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const dates = await sendBackDates(
        deps.db,
        page.map(({ row }) => row),
        deps.config,
      );
      const list = page.map(({ row }) => ({
        ...rechargeSummary(row),
        arrived: formatMoney(row.arrived ?? 0n),
        sendBackBy: (dates.get(row.id) ?? row.expectedBy).toISOString(),
      }));
      return { list, nextCursor };
    },
  }),
};
