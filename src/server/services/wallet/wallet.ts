import type { Handlers } from '../../platform/context.ts';
import { foldLongTail } from '../../shops/figures/fold-deltas.ts';
import { walletOf } from '../../trade/wallet-view.ts';
import { comingOf } from './coming.ts';
import { flowLink } from './wallet-csv.ts';
import { walletFlow } from './wallet-flow.ts';

export const walletHandlers = {
  'POST /v1/user/wallet': async (context) => {
    const { db, caller } = context;
    // Before the snapshot, which may not write.
    await foldLongTail(db, caller.shopId);
    // One snapshot: a movement in between would make the parts disagree.
    return db.transaction((tx) => walletOf({ ...context, db: tx }, caller.shopId), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  },
  'POST /v1/user/coming': async ({ db, caller }) => {
    await foldLongTail(db, caller.shopId);
    return db.transaction((tx) => comingOf(tx, caller.shopId), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  },
  'POST /v1/user/wallet_flow': async (context, input) => {
    const { db, lang, caller, clock } = context;
    const flow = await walletFlow(
      { db, lang, shopId: caller.shopId, now: clock.now(), config: context.config },
      input,
    );
    if (input.format !== 'csv') return flow;
    return {
      ...flow,
      list: [],
      nextCursor: null,
      fileUrl: await flowLink(context, caller.shopId, input),
    };
  },
} satisfies Partial<Handlers>;
