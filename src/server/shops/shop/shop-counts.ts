import { and, desc, eq, isNotNull, min } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import type { Output } from '../../../contract/calls.ts';
import type { Database } from '../../platform/database/db.ts';
import { joinSentences } from '../../platform/texts/join-sentences.ts';
import { reasonText } from '../../platform/texts/reason-text.ts';
import { creditLog, shops } from '../../schema/shops.ts';
import { trafficReports } from '../../schema/traffic.ts';
import { countsOf, ratingOf } from '../figures/read-counts.ts';
import type { ShopRow } from '../shop-row.ts';

const shownRows = 50;
type CreditLog = Output<'GET /v1/shop/info'>['creditLog'];

/** What buyers and the score say of a shop. */
export interface Standing {
  /** The mean of the buyers' ratings, to a tenth; null without ratings. */
  star: number | null;
  starCount: number;
  /** Null while no visitors were reported. */
  visitors: number | null;
  /** Null before the shop's first score. */
  credit: number | null;
}

export async function standingOf(db: Database, { id, credit }: ShopRow): Promise<Standing> {
  const counts = await countsOf(db, id, ['comments:', 'visitor']);
  const count = (name: string) => Number(counts.get(name) ?? 0);
  const rating = ratingOf(count);
  const visitors = counts.has('visitor_reports') ? count('visitors') : null;
  return { star: rating.mean, starCount: rating.count, visitors, credit };
}

/** Returns when the first day or hour began of which visitors were reported; null while there is none. */
export async function visitorsSince(db: Database, shopId: string): Promise<string | null> {
  const withVisitors = and(eq(trafficReports.shopId, shopId), isNotNull(trafficReports.visitors));
  const [row] = await db
    .select({ at: min(trafficReports.at) })
    .from(trafficReports)
    .where(withVisitors);
  return row?.at?.toISOString() ?? null;
}

/** Returns the credit score and the latest rows of its log, newest first, each with the score after it. */
export async function creditOf(
  db: Database,
  shopId: string,
  lang: string,
): Promise<{ credit: number | null; creditLog: CreditLog }> {
  // By the same statement, so that the score is that after the first of the rows.
  const latest = await db
    .select({ entry: creditLog, score: shops.credit })
    .from(creditLog)
    .innerJoin(shops, eq(shops.id, creditLog.shopId))
    .where(eq(creditLog.shopId, shopId))
    .orderBy(desc(creditLog.at), desc(creditLog.id))
    .limit(shownRows);
  const credit = latest[0]?.score ?? null;
  let after = credit ?? 0;
  const log = latest.map(({ entry: { id, at, change, code, params, statementId } }) => {
    // An operator's decision says why in the operator's own words.
    const operatorTexts = params.facts === undefined ? [] : [params.facts];
    const row = {
      id,
      at: at.toISOString(),
      delta: change,
      score: after,
      reason: joinSentences([reasonText(lang, code, params), ...operatorTexts]),
      operatorTexts,
      appeal: statementId && appealTo(statementId),
    };
    after -= change;
    return row;
  });
  return { credit, creditLog: log };
}
