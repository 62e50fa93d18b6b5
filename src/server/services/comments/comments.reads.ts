import { and, eq, ne, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { count, maybeText, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { millis } from '../../schema/columns.ts';
import { comments } from '../../schema/comments.ts';

const review = v.object({
  id: v.string(),
  orderId: v.string(),
  shopId: v.string(),
  goodsId: maybeText,
  rating: v.nullable(count),
  content: v.string(),
  files: v.array(v.string()),
  createdAt: time,
});

const newestFirst: Keyset = {
  key: millis(comments.createdAt),
  id: sql`${comments.id}`,
  type: 'bigint',
  direction: 'desc',
};

export const commentReads = {
  reviews: defineRead({
    about:
      'What buyers wrote about their orders, the newest first, to be looked at; links to pictures are good for five minutes.',
    on: 'order',
    roles: ['support'],
    input: pageInput,
    output: v.object(pageOf(review)),
    run: async (deps, { cursor, limit }) => {
      const written = and(eq(comments.by, 'buyer'), ne(comments.content, ''));
      const rows = await deps.db
        .select({ id: comments.id, key: keyText(newestFirst), row: comments })
        .from(comments)
        .where(and(written, afterCursor(newestFirst, cursor)))
        .orderBy(...orderBy(newestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const linkTo = await linkSigner(deps);
      const list = page.map(
        ({ row: { id, orderId, shopId, goodsId, rating, content, fileIds, createdAt } }) => ({
          id,
          orderId,
          shopId,
          goodsId,
          rating,
          content,
          files: fileIds.map(linkTo),
          createdAt: createdAt.toISOString(),
        }),
      );
      return { list, nextCursor };
    },
  }),
};
