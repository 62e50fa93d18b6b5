import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { dayLabel, daySpan, startOfHour } from '../../platform/zone.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { trafficReports } from '../../schema/traffic.ts';
import { type ShopRow, shopOf } from '../shop-row.ts';

interface ArticleClicks {
  /** Its id, code or number. */
  goods: string;
  count: number;
}

interface TrafficReport {
  shopId: string;
  reference: string;
  day: string;
  hour?: number | undefined;
  visitors?: number | undefined;
  clicks?: ArticleClicks[] | undefined;
  actor: string;
}

type ReportRow = typeof trafficReports.$inferSelect;
type Figures = Pick<ReportRow, 'day' | 'hour' | 'visitors' | 'clicks'>;

const invalid = (field: string, reason: string, message: string): Refusal =>
  refuse(codes.invalidParameter, { field, reason, message: `--${field}: ${message}` });

/**
 * Returns the moment at which the reported day or hour began.
 * @throws Refusal 405 where it has not begun, or ended before the shop was opened
 */
function startOf(
  { timeZone, createdAt }: ShopRow,
  { day, hour }: Pick<TrafficReport, 'day' | 'hour'>,
  now: Date,
): Date {
  const today = dayLabel(timeZone, now);
  if (day > today)
    throw invalid(
      'day',
      'in_future',
      `${day} has not begun: it is ${today} in the time zone of the shop, ${timeZone}. Report a day once it has begun.`,
    );
  const opened = dayLabel(timeZone, createdAt);
  if (day < opened)
    throw invalid(
      'day',
      'before_opening',
      `the shop was opened on ${opened} and has nothing of ${day}. Give a day from then on.`,
    );
  const at = hour === undefined ? daySpan(timeZone, day, day).from : startOfHour(timeZone, day, hour);
  if (at && at <= now) return at;
  throw invalid(
    'hour',
    'in_future',
    `hour ${hour} of ${day} has not begun in the time zone of the shop, ${timeZone}. Report an hour once it has begun.`,
  );
}

/**
 * Returns the clicks by the ids of their articles.
 * @throws Refusal 404 for an article that the shop never listed, 405 for one that is named twice
 */
async function clicksById(
  db: Database,
  { shopId, clicks = [] }: TrafficReport,
): Promise<Record<string, number>> {
  const named = clicks.map((row) => row.goods);
  if (named.length === 0) return {};
  const rows = await db
    .select({ id: goods.id, code: goods.code, no: goods.no })
    .from(goods)
    .innerJoin(showcase, and(eq(showcase.goodsId, goods.id), eq(showcase.shopId, shopId)))
    .where(or(inArray(goods.id, named), inArray(goods.code, named), inArray(goods.no, named)));
  // As `goodsOf` has it: what is the number of some goods and the code of others names the others.
  const ids = new Map((['no', 'code', 'id'] as const).flatMap((by) => rows.map((row) => [row[by], row.id])));
  const byId = new Map<string, number>();
  for (const { goods: name, count } of clicks) {
    const id = ids.get(name);
    if (id === undefined)
      throw refuse(codes.recordNotFound, {
        field: 'clicks',
        reason: 'not_listed',
        message: `"clicks": the shop has never listed goods "${name}". Give goods of this shop by their id, code or number; nothing of this report was counted.`,
      });
    if (byId.has(id))
      throw invalid(
        'clicks',
        'duplicate',
        `goods "${name}" are named twice. Give one count for each article.`,
      );
    byId.set(id, count);
  }
  return Object.fromEntries([...byId].filter(([, count]) => count > 0));
}

const words = (value: string | number | null | undefined): string => `${value ?? 'nothing'}`;

/** Returns how two reports differ first, in words; null where they are the same. */
async function differenceOf(db: Database, before: Figures, now: Figures): Promise<string | null> {
  for (const field of ['day', 'hour', 'visitors'] as const)
    if (before[field] !== now[field])
      return `${field} ${words(before[field])} then and ${words(now[field])} now`;
  if (!before.clicks !== !now.clicks)
    return `${before.clicks ? 'clicks' : 'no clicks'} then and ${now.clicks ? 'clicks' : 'none'} now`;
  const [counted, sent] = [before.clicks ?? {}, now.clicks ?? {}];
  const article = Object.keys({ ...counted, ...sent }).find((id) => counted[id] !== sent[id]);
  if (article === undefined) return null;
  const [named] = await db.select({ code: goods.code }).from(goods).where(eq(goods.id, article));
  return `${counted[article] ?? 0} clicks on goods ${named?.code} then and ${sent[article] ?? 0} now`;
}

/** @throws Refusal 203 `reference_used` where the reference names another report */
async function requireSame(db: Database, row: Figures & { shopId: string; reference: string }) {
  const sameReference = and(
    eq(trafficReports.shopId, row.shopId),
    eq(trafficReports.reference, row.reference),
  );
  const [before] = await db.select().from(trafficReports).where(sameReference);
  const difference = before && (await differenceOf(db, before, row));
  if (!difference) return;
  throw refuse(codes.invalidOperation, {
    field: 'reference',
    reason: 'reference_used',
    message: `"reference": this report was counted before, with ${difference}. What was counted stays; send what came since as a report of its own, with another reference.`,
  });
}

/**
 * Adds a report of the shop front to the figures of a shop; the same report again changes nothing.
 * @returns what it counts, null for what it leaves out
 * @throws Refusal 203 where its reference names another report; 403 to 405 for a day, an hour or an article that cannot be
 */
export async function recordTraffic(deps: Deps, report: TrafficReport) {
  const { db, clock } = deps;
  const { shopId, reference, day, hour = null, visitors = null, actor } = report;
  if (visitors === null && !report.clicks)
    throw refuse(codes.parameterMissing, {
      field: 'visitors',
      message: 'traffic-report counts nothing: give visitors, clicks, or both.',
    });
  const now = clock.now();
  const at = startOf(await shopOf(db, shopId), report, now);
  const clicks = report.clicks ? await clicksById(db, report) : null;
  const row = { shopId, reference, day, hour, at, visitors, clicks, actor, reportedAt: now };
  const added = await db.insert(trafficReports).values(row).onConflictDoNothing().returning();
  if (added.length === 0) await requireSame(db, row);
  const total = clicks && Object.values(clicks).reduce((sum, count) => sum + count, 0);
  return { shopId, day, hour, visitors, clicks: total };
}

/** Returns those of some days, by their starts, whose clicks were reported without an hour, in milliseconds. */
export async function daysWithoutHours(
  db: Database,
  shopId: string,
  starts: (Date | undefined)[],
): Promise<Set<number | undefined>> {
  const days = starts.flatMap((at) => at ?? []);
  const ofDays = and(eq(trafficReports.shopId, shopId), inArray(trafficReports.at, days));
  const rows = await db
    .selectDistinct({ at: trafficReports.at })
    .from(trafficReports)
    .where(and(ofDays, isNull(trafficReports.hour), isNotNull(trafficReports.clicks)));
  return new Set(rows.map(({ at }) => at.getTime()));
}
