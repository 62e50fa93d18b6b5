import type { CaseState } from '../../src/contract/status.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { requestCase } from '../../src/server/trade/cases/open-case.ts';
import type { CaseEvent, CaseParty, CaseType } from '../../src/server/trade/model/case-machine.ts';
import { type CaseRow, lockCase } from '../../src/server/trade/model/case-row.ts';
import { type CaseChange, moveCase } from '../../src/server/trade/model/move-case.ts';
import type { TestServer } from './server.ts';

/** Opens a buyer's request on an order, before it is forwarded to the merchant. */
export const request = (
  server: TestServer,
  orderId: string,
  asked: { type?: CaseType; reasonCode?: CaseRow['reasonCode']; partialAmount?: bigint } = {},
): Promise<CaseRow> =>
  inTransaction(server.deps.db, async (tx) => {
    const { type = 'refund', reasonCode = 'damaged', partialAmount } = asked;
    const words = { reason: 'The lamp came broken.', actor: 'test:buyer' };
    const asking = { orderId, type, reasonCode, partialAmount, ...words };
    return (await requestCase({ ...server.deps, db: tx }, asking)).row;
  });

const closers: CaseEvent[] = ['refund', 'expire', 'withdraw', 'dismiss', 'order_ended'];

/** Moves a case one step, without the effects of its outcome: the only outcome here is "withdrawn". */
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
const ways: Record<CaseState, Step[]> = {
  requested: [],
  merchant_due: [forward],
  approved: [forward, approve],
  rejected: [forward, ['reject', 'merchant']],
  platform_review: [forward, ['no_answer', 'system']],
  returning: [forward, approve, back],
  received: [forward, approve, back, ['receive', 'supplier']],
  closed: [forward, ['withdraw', 'buyer']],
};

/** Moves a request to a state, by the shortest way, step by step. */
export const driveCase = async (server: TestServer, row: CaseRow, to: CaseState): Promise<CaseRow> => {
  let now = row;
  for (const [event, party] of ways[to]) now = await step(server, row.id, { event, party });
  return now;
};
