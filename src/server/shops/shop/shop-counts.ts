import { asc, eq } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import type { Database } from '../../platform/database/db.ts';
import { reasonText } from '../../platform/texts/reason-text.ts';
import { creditLog } from '../../schema/shops.ts';
import { countsOf, meanOf } from '../figures/read-counts.ts';
import { appealTo } from '../restrictions/statements.ts';

const shownRows = 50;
type CreditLog = Output<'GET /v1/shop/info'>['creditLog'];

/** Returns the mean of the buyers' ratings, to a tenth; null without ratings. */
export async function starOf(
  db: Database,
  shopId: string,
): Promise<{ star: number | null; starCount: number }> {
  const counts = await countsOf(db, shopId, ['ratings', 'stars']);
  const starCount = Number(counts.get('ratings') ?? 0);
  return { star: meanOf(Number(counts.get('stars') ?? 0), starCount), starCount };
}

export const visitorsOf = async (db: Database, shopId: string): Promise<number> =>
  Number((await countsOf(db, shopId, ['visits'])).get('visits') ?? 0);

/** Returns the credit score and the latest rows of its log, newest first, each with the score after it. */
export async function creditOf(
  db: Database,
  shopId: string,
  lang: string,
): Promise<{ credit: number | null; creditLog: CreditLog }> {
  const entries = await db
    .select()
    .from(creditLog)
    .where(eq(creditLog.shopId, shopId))
    .orderBy(asc(creditLog.at), asc(creditLog.id));
  let score = 0;
  const log = entries.map(({ id, at, change, code, params, statementId }) => {
    score += change;
    // An operator's decision says why in the operator's own words.
    const operatorTexts = params.facts === undefined ? [] : [params.facts];
    return {
      id,
      at: at.toISOString(),
      delta: change,
      score,
      reason: [reasonText(lang, code, params), ...operatorTexts].join(' '),
      operatorTexts,
      appeal: statementId && appealTo(statementId),
    };
  });
  return { credit: entries.length > 0 ? score : null, creditLog: log.reverse().slice(0, shownRows) };
}
