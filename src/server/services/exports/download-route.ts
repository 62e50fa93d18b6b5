import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Context as HonoContext } from 'hono';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { streamText } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { downloads } from '../../schema/downloads.ts';
import { sessions } from '../../schema/session.ts';
import { hashToken } from '../../shops/session/auth.ts';
import { flowCsv } from '../wallet/wallet-csv.ts';
import type { Query } from '../wallet-flow/flow-scope.ts';

/**
 * Serves a file by its link, while the link and its session last; an unknown link and an expired one get the same
 * answer.
 */
export const downloadRoute =
  ({ db, clock, config, log }: Deps) =>
  async (c: HonoContext) => {
    const now = clock.now();
    const token = (c.req.param('name') ?? '').replace(/\.csv$/, '');
    const [exported] = await db
      .select({ file: downloads })
      .from(downloads)
      .innerJoin(sessions, eq(sessions.tokenHash, downloads.sessionHash))
      .where(
        and(
          eq(downloads.tokenHash, hashToken(token)),
          gt(downloads.expiresAt, now),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, now),
        ),
      );
    if (!exported) throw refuse(codes.recordNotFound);
    const { shopId, lang, query } = exported.file;
    const text = flowCsv({ db, lang, shopId, now, config }, query as unknown as Query);
    return c.body(streamText(text, log), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="wallet-${now.toISOString().slice(0, 10)}.csv"`,
    });
  };

/** Deletes links that have expired. */
export const deleteOldDownloads = async (db: Database, now: Date): Promise<void> => {
  await db.delete(downloads).where(lt(downloads.expiresAt, now));
};
