import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { identities } from '../../schema/identity.ts';
import { identityState, identitySummary } from './identity.decisions.ts';

const mostUrgentFirst: Keyset = {
  key: sql`${identities.reviewBy}`,
  id: sql`${identities.shopId}`,
  type: 'timestamptz',
  direction: 'asc',
};

export const identityReads = {
  identities: defineRead({
    about: 'Applications of identity that wait for a reviewer, the most urgent first.',
    on: 'identity',
    roles: ['support'],
    input: pageInput,
    output: v.object(pageOf(identityState)),
    run: async ({ db }, { cursor, limit }) => {
      const rows = await db
        .select({ id: identities.shopId, key: keyText(mostUrgentFirst), row: identities })
        .from(identities)
        .where(and(eq(identities.status, 'applying'), afterCursor(mostUrgentFirst, cursor)))
        .orderBy(...orderBy(mostUrgentFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      return { list: page.map(({ row }) => identitySummary(row)), nextCursor };
    },
  }),
};
