import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { qualifications } from '../../schema/shops.ts';
import { qualificationState, qualificationSummary } from './qualifications.decisions.ts';

const oldestFirst: Keyset = {
  key: sql`${qualifications.addedAt}`,
  id: sql`${qualifications.id}`,
  type: 'timestamptz',
  direction: 'asc',
};

export const qualificationReads = {
  qualifications: defineRead({
    about: "Shops' documents that wait for a reviewer, the oldest first, with links that last five minutes.",
    on: 'qualification',
    roles: ['support'],
    input: pageInput,
    output: v.object(pageOf(v.object({ ...qualificationState.entries, url: v.string() }))),
    run: async (deps, { cursor, limit }) => {
      const rows = await deps.db
        .select({ id: qualifications.id, key: keyText(oldestFirst), row: qualifications })
        .from(qualifications)
        .where(and(eq(qualifications.status, 'applying'), afterCursor(oldestFirst, cursor)))
        .orderBy(...orderBy(oldestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const link = await linkSigner(deps);
      const list = page.map(({ row }) => ({
        ...qualificationSummary(row),
        url: row.fileId ? link(row.fileId) : row.url,
      }));
      return { list, nextCursor };
    },
  }),
};
