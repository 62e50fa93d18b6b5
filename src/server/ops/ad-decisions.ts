import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { adTargets, adUnits } from '../../contract/status.ts';
import { purchaseIdOf } from '../ads/ad-row.ts';
import { recordAdEvents } from '../ads/record-ad-events.ts';
import { isSafeLink } from '../ads/safe-link.ts';
import { after, day } from '../clock.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { adOffers, slides } from '../schema/ads.ts';
import { decision } from './decision.ts';
import { sum, text, whole } from './flags.ts';

const link = v.pipe(text, v.check(isSafeLink));

export const adDecisions = {
  'ad-create': decision(
    'Offers a promotion: so many displays or clicks within so many days, at one price.',
    {
      ...{ title: text, image: link, target: v.picklist(adTargets), price: sum, unit: v.picklist(adUnits) },
      ...{ quantity: whole(1, 1_000_000), days: whole(1, 366) },
    },
    async ({ db, clock, random }, input, actor) => {
      const row = { ...input, id: newId(random, 'ad'), actor, createdAt: clock.now() };
      await db.insert(adOffers).values(row);
      return { id: row.id, title: row.title, price: formatMoney(row.price) };
    },
  ),

  'ad-withdraw': decision(
    'Takes a promotion off the offers; what was bought of it goes on.',
    { ad: text, reason: text },
    async ({ db, clock }, { ad, reason }) => {
      const [row] = await db
        .update(adOffers)
        .set({ withdrawnAt: clock.now(), withdrawReason: reason })
        .where(and(eq(adOffers.id, ad), isNull(adOffers.withdrawnAt)))
        .returning();
      if (!row) throw refuse(codes.recordNotFound, { field: 'ad' });
      return { id: row.id, withdrawnAt: row.withdrawnAt?.toISOString() };
    },
  ),

  'ad-deliver': decision(
    'Units of a promotion that were delivered, by its number; clicks count in the shop as any other.',
    { purchase: text, count: v.optional(whole(1, 1000), 1) },
    async (deps, { purchase, count }) => ({
      recorded: await recordAdEvents(deps, await purchaseIdOf(deps.db, purchase), count),
    }),
  ),

  'slide-create': decision(
    'Puts a picture into the swipeable row. Who paid for it, if anybody, makes it an advertisement.',
    {
      ...{ position: v.optional(v.pipe(text, v.maxLength(32)), 'shop'), rank: v.optional(whole(0, 1000), 0) },
      ...{ image: link, alt: text, link: v.optional(link), advertiser: v.optional(text) },
      days: v.optional(whole(1, 366)),
    },
    async ({ db, clock, random }, { image, days, ...input }, actor) => {
      const at = clock.now();
      const endsAt = days === undefined ? null : after(at, days * day);
      const row = { ...input, id: newId(random, 'sld'), imageUrl: image, actor, createdAt: at, endsAt };
      await db.insert(slides).values(row);
      return { id: row.id, isAd: row.advertiser !== undefined };
    },
  ),

  'slide-withdraw': decision(
    'Takes a picture out of the swipeable row.',
    { slide: text, reason: text },
    async ({ db, clock }, { slide, reason }) => {
      const [row] = await db
        .update(slides)
        .set({ withdrawnAt: clock.now(), withdrawReason: reason })
        .where(and(eq(slides.id, slide), isNull(slides.withdrawnAt)))
        .returning();
      if (!row) throw refuse(codes.recordNotFound, { field: 'slide' });
      return { id: row.id, withdrawnAt: row.withdrawnAt?.toISOString() };
    },
  ),
};
