import { chainHead } from '../../ledger/ledger.ts';
import type { Handlers } from '../../platform/context.ts';
import { caseOf, lockCase } from '../model/case-row.ts';
import { applyCaseEvent } from './apply-case-event.ts';
import { caseView, findCase } from './case-view.ts';
import { addUploads } from './evidence.ts';

export const caseHandlers = {
  'POST /v1/order/after-sale/info': async (context, asked) => {
    const row = await findCase(context.db, context.caller.shopId, asked);
    return { case: await caseView(context, row) };
  },

  'POST /v1/order/after-sale': async (context, { caseId, answer, reason, fileIds = [] }) => {
    const { db, caller } = context;
    const locked = await lockCase(db, caseId, caller.shopId);
    const by = { party: 'merchant', actor: caller.userId } as const;
    await applyCaseEvent(context, locked, { event: answer, ...by, reason });
    await addUploads(context, locked.row, caller.userId, fileIds);
    return {
      case: await caseView(context, await caseOf(db, caseId)),
      ledger: await chainHead(db, caller.shopId),
    };
  },
} satisfies Partial<Handlers>;
