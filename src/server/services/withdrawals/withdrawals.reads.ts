import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { accountTypes } from '../../../contract/account.ts';
import { pageOf } from '../../../contract/page.ts';

import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { maybeText, time } from '../../platform/decisions/output-types.ts';
import { isNamed, pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { identities } from '../../schema/identity.ts';
import { shops } from '../../schema/shops.ts';
import { withdrawals } from '../../schema/withdrawals.ts';
import { idOf } from '../../shops/find-rows.ts';
import { holderDiffers } from '../accounts/holder.ts';
import { withdrawalState, withdrawalSummary } from './withdrawals.decisions.ts';

const waiting = v.object({
  ...withdrawalState.entries,
  currency: v.string(),
  payTo: v.object({
    type: v.picklist(accountTypes),
    bankName: maybeText,
    accountName: maybeText,
    branchNo: maybeText,
    number: v.string(),
    note: maybeText,
    usableFrom: time,
  }),
  verifiedName: maybeText,
  nameDiffers: v.nullable(v.boolean()),
});

const mostUrgentFirst: Keyset = {
  key: sql`${withdrawals.expectedBy}`,
  id: sql`${withdrawals.id}`,
  type: 'timestamptz',
  direction: 'asc',
};

export const withdrawalReads = {
  withdrawals: defineRead({
    about:
      'Withdrawals that wait to be sent or confirmed, the most urgent first, with the account to pay to and who was verified. With `withdrawal`, an id or a number, that one if it waits, or none.',
    on: 'withdrawal',
    roles: ['finance'],
    input: { ...pageInput, withdrawal: v.optional(text) },
    output: v.object(pageOf(waiting)),
    run: async ({ db }, { cursor, limit, withdrawal }) => {
      if (withdrawal !== undefined) await idOf(db, 'withdrawal', withdrawal);
      const rows = await db
        .select({
          id: withdrawals.id,
          key: keyText(mostUrgentFirst),
          row: withdrawals,
          person: identities,
          currency: shops.currency,
        })
        .from(withdrawals)
        .innerJoin(shops, eq(shops.id, withdrawals.shopId))
        .leftJoin(identities, eq(identities.shopId, withdrawals.shopId))
        .where(
          and(
            eq(withdrawals.status, 'moderated'),
            isNamed(withdrawals, withdrawal),
            afterCursor(mostUrgentFirst, cursor),
          ),
        )
        .orderBy(...orderBy(mostUrgentFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const list = page.map(({ row, person, currency }) => {
        const verifiedName = person?.status === 'verified' ? person.realName : null;
        const nameDiffers = holderDiffers(row.payTo.accountName, verifiedName) ?? null;
        return { ...withdrawalSummary(row), currency, payTo: row.payTo, verifiedName, nameDiffers };
      });
      return { list, nextCursor };
    },
  }),
};
