import { and, desc, eq } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Deps, Handlers } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { savedReplies } from '../../schema/comments.ts';
import { lockShop } from '../../shops/shop-row.ts';

/** Saved replies of a shop. */
const max = 20;

type Reader = Pick<Deps, 'db'> & { lang: string; caller: { shopId: string } };

/** Returns the saved replies of a shop, the newest first. */
async function repliesOf({ db, lang, caller }: Reader): Promise<Output<'POST /v1/reply/list'>> {
  const list = await db
    .select({ id: savedReplies.id, text: savedReplies.text, rating: savedReplies.rating })
    .from(savedReplies)
    .where(eq(savedReplies.shopId, caller.shopId))
    .orderBy(desc(savedReplies.createdAt), desc(savedReplies.id));
  return { list: list.map((saved) => ({ ...saved, text: demoTextIn(saved.text, lang) })) };
}

export const repliesHandlers = {
  'POST /v1/reply/list': (context) => repliesOf(context),

  'POST /v1/reply/add': async (context, { text, rating }) => {
    const { db: tx, clock, random, caller } = context;
    const { shopId } = caller;
    await lockShop(tx, shopId);
    const { list } = await repliesOf(context);
    if (list.some((saved) => saved.text === text)) return { list };
    if (list.length >= max) throw refuse(codes.addFailed, { reason: 'replies_full', params: { max } });
    const id = newId(random, 'rpl');
    await tx.insert(savedReplies).values({ id, shopId, text, rating, createdAt: clock.now() });
    return repliesOf(context);
  },

  'POST /v1/reply/del': async (context, { id }) => {
    const { db: tx, caller } = context;
    const { shopId } = caller;
    const saved = and(eq(savedReplies.id, id), eq(savedReplies.shopId, shopId));
    const removed = await tx.delete(savedReplies).where(saved).returning({ id: savedReplies.id });
    if (removed.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
    return repliesOf(context);
  },
} satisfies Partial<Handlers>;
