import { and, isNull, lte } from 'drizzle-orm';
import { dueWork } from '../../platform/due-work.ts';
import { depositReturns } from '../../schema/shops.ts';
import { processReturn } from './deposit-return.ts';

/** Returns every deposit that has reached its date. */
export const depositsDue = dueWork({
  name: 'deposit return',
  due: (now) => ({
    id: depositReturns.id,
    at: depositReturns.dueAt,
    where: and(isNull(depositReturns.endedAt), lte(depositReturns.dueAt, now)),
  }),
  handle: processReturn,
});
