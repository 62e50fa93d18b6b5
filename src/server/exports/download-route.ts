import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context as HonoContext } from 'hono';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../refuse.ts';
import { downloads } from '../schema/downloads.ts';
import { sessions } from '../schema/session.ts';
import { hashToken } from '../session/auth.ts';
import { flowCsv } from '../wallet/wallet-csv.ts';
import type { Query } from '../wallet-flow/wallet-flow.ts';
import { streamed } from './csv.ts';

/**
 * Serves a file by its link, as long as the link and the session behind it last; an unknown link and one that has ended
 * are the same.
 */
export const downloadRoute =
  ({ db, clock, log }: Deps) =>
  async (c: HonoContext) => {
    const now = clock.now();
    const token = (c.req.param('name') ?? '').replace(/\.csv$/, '');
    const [found] = await db
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
    if (!found) throw refuse(codes.recordNotFound);
    const { shopId, lang, query } = found.file;
    const text = flowCsv({ db, lang, shopId, now }, query as unknown as Query);
    return c.body(streamed(text, log), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="wallet-${now.toISOString().slice(0, 10)}.csv"`,
    });
  };
