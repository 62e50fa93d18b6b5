import { and, eq, gt } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after } from '../clock.ts';
import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { quotes } from '../schema/quotes.ts';

export type QuoteRow = typeof quotes.$inferSelect;
type Quoted = Pick<QuoteRow, 'shopId' | 'kind' | 'refs' | 'total'>;

export const quoteExpired = () => refuse(codes.invalidOperation, { reason: 'quote_expired' });

/** Remembers what was quoted; it is charged exactly so, or not at all. */
export async function keepQuote({ db, clock, config, random }: Deps, quoted: Quoted): Promise<QuoteRow> {
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

const same = (a: string[], b: string[]) => a.length === b.length && a.every((one) => b.includes(one));

/**
 * Uses up the shop's own quote for exactly these things, in the transaction of what was quoted: where that is refused
 * the quote is open as before.
 * @throws Refusal 203 `quote_expired` for one that was used or has run out, and for other things
 */
export async function spendQuote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  of: Pick<Quoted, 'shopId' | 'kind' | 'refs'>,
): Promise<QuoteRow> {
  const mine = and(eq(quotes.id, id), eq(quotes.shopId, of.shopId), eq(quotes.kind, of.kind));
  const [row] = await db
    .delete(quotes)
    .where(and(mine, gt(quotes.expiresAt, clock.now())))
    .returning();
  if (!row || !same(row.refs, of.refs)) throw quoteExpired();
  return row;
}
