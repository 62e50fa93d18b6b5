import { and, eq, ne } from 'drizzle-orm';
import type { AfterSaleState } from '../../src/contract/status.ts';
import type { CaseEvent, CaseParty, CaseType } from '../../src/server/cases/case-machine.ts';
import { type CaseRow, lockCase } from '../../src/server/cases/case-row.ts';
import { type CaseChange, moveCase } from '../../src/server/cases/move-case.ts';
import { requestCase } from '../../src/server/cases/open-case.ts';
import { inTransaction } from '../../src/server/database/transaction.ts';
import { afterSaleCases } from '../../src/server/schema.ts';
import type { TestServer } from './server.ts';

/** A buyer's request on an order, as it comes in: nobody has passed it on yet. */
export const request = (
  server: TestServer,
  orderId: string,
  asked: { type?: CaseType; reasonCode?: CaseRow['reasonCode']; wanted?: bigint } = {},
): Promise<CaseRow> =>
  inTransaction(server.deps.db, async (tx) => {
    const { type = 'refund', reasonCode = 'damaged', wanted } = asked;
    const words = { reason: 'The lamp came broken.', actor: 'test:buyer' };
    const asking = { orderId, type, reasonCode, wanted, ...words };
    return (await requestCase({ ...server.deps, db: tx }, asking)).row;
  });

const closers: CaseEvent[] = ['refund', 'lapse', 'withdraw', 'dismiss', 'order_ended'];

/** One step of a case and nothing that follows from it; who lets it end says how in the real ways, here nobody does. */
export const step = (
  server: TestServer,
  caseId: string,
  { event, party }: Pick<CaseChange, 'event' | 'party'>,
): Promise<CaseRow> =>
  inTransaction(server.deps.db, async (tx) => {
    const set = closers.includes(event) ? { outcome: 'withdrawn' as const } : {};
    return moveCase({ ...server.deps, db: tx }, await lockCase(tx, caseId), {
      event,
      party,
      actor: 'test',
      set,
    });
  });

type Step = [event: CaseEvent, party: CaseParty];

const forward: Step = ['forward', 'system'];
const approve: Step = ['approve', 'merchant'];
const back: Step = ['send_back', 'buyer'];
const ways: Record<AfterSaleState, Step[]> = {
  requested: [],
  merchant_due: [forward],
  approved: [forward, approve],
  rejected: [forward, ['reject', 'merchant']],
  platform_review: [forward, ['silence', 'system']],
  returning: [forward, approve, back],
  received: [forward, approve, back, ['receive', 'supplier']],
  closed: [forward, ['withdraw', 'buyer']],
};

/** Takes a request to a state, by the shortest way, step by step. */
export const driveCase = async (server: TestServer, row: CaseRow, to: AfterSaleState): Promise<CaseRow> => {
  let now = row;
  for (const [event, party] of ways[to]) now = await step(server, row.id, { event, party });
  return now;
};

/** The open case of an order; null where there is none. */
export const openCaseOf = async ({ deps }: TestServer, orderId: string): Promise<CaseRow | null> => {
  const [row] = await deps.db
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed')));
  return row ?? null;
};
