import { and, eq, gt } from 'drizzle-orm';
import type { Context as HonoContext } from 'hono';
import { codes } from '../contract/errors.ts';
import { hashToken } from './auth.ts';
import type { Deps } from './context.ts';
import { refuse } from './refuse.ts';
import { downloads } from './schema/downloads.ts';
import { flowCsv } from './wallet-csv.ts';
import type { Query } from './wallet-flow.ts';

/** Serves a file by its link, as long as the link lasts; an unknown and an expired one are the same. */
export const downloadRoute =
  ({ db, clock }: Deps) =>
  async (c: HonoContext) => {
    const token = (c.req.param('name') ?? '').replace(/\.csv$/, '');
    const alive = and(eq(downloads.tokenHash, hashToken(token)), gt(downloads.expiresAt, clock.now()));
    const [row] = await db.select().from(downloads).where(alive);
    if (!row) throw refuse(codes.recordNotFound);
    const asking = { db, lang: row.lang, shopId: row.shopId, now: clock.now() };
    const text = await flowCsv(asking, row.query as unknown as Query);
    const name = `wallet-${clock.now().toISOString().slice(0, 10)}.csv`;
    return c.body(text, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    });
  };
