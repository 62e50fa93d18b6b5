import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { adPurchases, adReports } from '../../schema/ads.ts';
import { comparableProof } from '../../schema/columns.ts';

type Report = NonNullable<Output<'POST /v1/ad/pay'>['purchase']['reports']>[number];

interface NewReport {
  purchaseId: string;
  units: number;
  reference: string;
  actor: string;
  at: Date;
}

/**
 * Stores the counts of a report of the advertising service. A report counts once, for one promotion only.
 * @throws Refusal 203 `reference_used` with the promotion that has it
 */
export async function storeReport(tx: Database, report: NewReport): Promise<void> {
  const [stored] = await tx.insert(adReports).values(report).onConflictDoNothing().returning();
  if (stored) return;
  const [existing] = await tx
    .select({ no: adPurchases.no })
    .from(adReports)
    .innerJoin(adPurchases, eq(adPurchases.id, adReports.purchaseId))
    .where(eq(comparableProof(adReports.reference), comparableProof(report.reference)));
  const no = existing?.no ?? '';
  throw refuse(codes.invalidOperation, {
    field: 'reference',
    reason: 'reference_used',
    params: { no },
    message: `"reference": this report was counted for promotion ${no} already. Give the reference of another report.`,
  });
}

/** How many of the newest reports a merchant is shown. */
const shownReports = 10;

/** Returns the newest reports of each purchase, by its id. */
export async function reportsOf(db: Database, purchaseIds: string[]): Promise<Map<string, Report[]>> {
  if (purchaseIds.length === 0) return new Map();
  const newest = db
    .select()
    .from(adReports)
    .where(eq(adReports.purchaseId, adPurchases.id))
    .orderBy(desc(adReports.seq))
    .limit(shownReports)
    .as('newest');
  const reportRows = await db
    .select({
      purchaseId: newest.purchaseId,
      units: newest.units,
      reference: newest.reference,
      at: newest.at,
    })
    .from(adPurchases)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(adPurchases.id, purchaseIds))
    .orderBy(desc(newest.seq));
  const reports = new Map<string, Report[]>();
  for (const { purchaseId, units, reference, at } of reportRows) {
    const list = reports.get(purchaseId) ?? [];
    list.push({ units, reference, at: at.toISOString() });
    reports.set(purchaseId, list);
  }
  return reports;
}
