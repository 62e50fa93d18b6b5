import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../contract/page.ts';
import { defineRead } from '../platform/decisions/define-decision.ts';
import { maybeTime, time } from '../platform/decisions/output-types.ts';
import { pageInput } from '../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../platform/keyset.ts';
import { opsKeys } from '../schema/ops-keys.ts';

const key = v.object({
  name: v.string(),
  roles: v.array(v.string()),
  createdAt: time,
  createdBy: v.string(),
  endsAt: maybeTime,
  lastUsedAt: maybeTime,
});

// A name may have spaces, which no cursor has: it is written by its hash there.
const newestFirst: Keyset = {
  key: sql`${opsKeys.createdAt}`,
  id: sql`${opsKeys.keyHash}`,
  type: 'timestamptz',
  direction: 'desc',
};

export const keyReads = {
  keys: defineRead({
    about: 'The keys of other systems, the newest first, with those that have ended.',
    on: 'key',
    roles: ['lead'],
    input: pageInput,
    output: v.object(pageOf(key)),
    run: async ({ db }, { cursor, limit }) => {
      const rows = await db
        .select({ id: opsKeys.keyHash, key: keyText(newestFirst), row: opsKeys })
        .from(opsKeys)
        .where(afterCursor(newestFirst, cursor))
        .orderBy(...orderBy(newestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const list = page.map(({ row }) => ({
        name: row.name,
        roles: row.roles,
        createdAt: row.createdAt.toISOString(),
        createdBy: row.actor,
        endsAt: row.endsAt?.toISOString() ?? null,
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
      return { list, nextCursor };
    },
  }),
};
