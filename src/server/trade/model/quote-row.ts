import { and, eq, gt, lt } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { quotes } from '../../schema/quotes.ts';

export type QuoteRow = typeof quotes.$inferSelect;
type Quoted = Pick<QuoteRow, 'shopId' | 'kind' | 'refs' | 'total'>;

export const quoteExpired = () => refuse(codes.invalidOperation, { reason: 'quote_expired' });

/** Stores a quote; exactly its total is charged, or nothing. */
export async function storeQuote({ db, clock, config, random }: Deps, quoted: Quoted): Promise<QuoteRow> {
  const at = clock.now();
  const row = {
    ...quoted,
    id: newId(random, 'quo'),
    createdAt: at,
    expiresAt: after(at, config.timing.quote),
  };
  await db.insert(quotes).values(row);
  return row;
}

const sameRefs = (a: string[], b: string[]) => a.length === b.length && a.every((one) => b.includes(one));

/**
 * Consumes the shop's own quote for exactly these references, in the transaction of the call it was made for: where
 * that call is refused the quote stays open.
 * @throws Refusal 203 `quote_expired` for one that was used or has expired, and for other references
 */
export async function consumeQuote(
  { db, clock }: Deps,
  id: string,
  expected: Pick<Quoted, 'shopId' | 'kind' | 'refs'>,
): Promise<QuoteRow> {
  const ownQuote = and(eq(quotes.id, id), eq(quotes.shopId, expected.shopId), eq(quotes.kind, expected.kind));
  const [row] = await db
    .delete(quotes)
    .where(and(ownQuote, gt(quotes.expiresAt, clock.now())))
    .returning();
  if (!row || !sameRefs(row.refs, expected.refs)) throw quoteExpired();
  return row;
}

/** Deletes quotes that have expired. */
export const deleteOldQuotes = async (db: Database, now: Date): Promise<void> => {
  await db.delete(quotes).where(lt(quotes.expiresAt, now));
};
