import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../contract/page.ts';
import { defineRead } from '../platform/decisions/define-decision.ts';
import { maybeText, time } from '../platform/decisions/output-types.ts';
import { pageInput } from '../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../platform/keyset.ts';
import { decisionLog } from '../schema/decisions.ts';

const decision = v.object({
  seq: v.number(),
  name: v.string(),
  by: v.string(),
  code: maybeText,
  reason: maybeText,
  input: v.record(v.string(), v.unknown()),
  at: time,
});

const newestFirst: Keyset = {
  key: sql`${decisionLog.seq}`,
  id: sql`${decisionLog.name}`,
  type: 'bigint',
  direction: 'desc',
};

export const logReads = {
  decisions: defineRead({
    about: 'Every decision with its author, the newest first; secrets in what was sent are left out.',
    on: 'platform',
    roles: ['lead'],
    input: pageInput,
    output: v.object(pageOf(decision)),
    run: async ({ db }, { cursor, limit }) => {
      const rows = await db
        .select({ id: decisionLog.name, key: keyText(newestFirst), row: decisionLog })
        .from(decisionLog)
        .where(afterCursor(newestFirst, cursor))
        .orderBy(...orderBy(newestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const list = page.map(({ row }) => ({
        seq: row.seq,
        name: row.name,
        by: row.actor,
        code: row.reasonCode,
        reason: row.reason,
        input: row.input,
        at: row.at.toISOString(),
      }));
      return { list, nextCursor };
    },
  }),
};
