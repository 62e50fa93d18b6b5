import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { adTargets, adUnits } from '../../../contract/status.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, proofText, text, translationsOf } from '../../platform/decisions/flag-types.ts';
import { count, money, time } from '../../platform/decisions/output-types.ts';
import { isSafeLink } from '../../platform/files/safe-link.ts';
import { useShownImages } from '../../platform/files/shown-image.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { adEvents, adOffers, adPurchases, slides } from '../../schema/ads.ts';
import { storeReport } from './ad-reports.ts';
import { deliveredOf, lockPurchase, purchaseIdOf } from './ad-row.ts';

interface Delivery {
  purchaseId: string;
  count: number;
  /** The report of the advertising service that counts them. */
  reference: string;
  actor: string;
}

/**
 * Records delivered units of a promotion, each as a row; never more than were bought.
 * @returns how many were recorded
 * @throws Refusal 203 where it has ended, or for a report that was counted already
 */
async function recordAdEvents(
  deps: Deps,
  { purchaseId, count, reference, actor }: Delivery,
): Promise<number> {
  const { db: tx, clock } = deps;
  const row = await lockPurchase(tx, purchaseId);
  const at = clock.now();
  const left = row.quantity - (await deliveredOf(tx, row.id));
  if (row.status !== 'running' || at >= row.endsAt || left <= 0)
    throw refuse(codes.invalidOperation, { reason: 'status' });
  const units = Math.min(count, left);
  await storeReport(tx, { purchaseId: row.id, units, reference, actor, at });
  const event = { purchaseId: row.id, unit: row.unit, at };
  await tx.insert(adEvents).values(Array.from({ length: units }, () => event));
  // Everything is delivered: it can be posted at once.
  if (units === left) await tx.update(adPurchases).set({ dueAt: at }).where(eq(adPurchases.id, row.id));
  return units;
}

const link = v.pipe(
  text,
  v.check(isSafeLink, 'write a path of Souk like /goods, or an https:// address without a user'),
);
const translations = v.optional(translationsOf(text));
const withdrawn = v.object({ id: v.string(), withdrawnAt: time });

export const adDecisions = {
  'ad-create': defineDecision({
    about: 'Offers a promotion: so many displays or clicks within so many days, at one price.',
    on: 'promotion',
    roles: ['support'],
    weight: 'plain',
    input: {
      title: text,
      translations,
      image: text,
      target: v.picklist(adTargets),
      price: amount,
      unit: v.picklist(adUnits),
      quantity: integer(1, 1_000_000),
      days: integer(1, 366),
    },
    output: v.object({ id: v.string(), title: v.string(), price: money }),
    run: async (deps, input, actor) => {
      const { db, clock, random } = deps;
      await useShownImages(deps, 'image', [input.image]);
      const row = { ...input, id: newId(random, 'ad'), actor, createdAt: clock.now() };
      await db.insert(adOffers).values(row);
      return { id: row.id, title: row.title, price: formatMoney(row.price) };
    },
  }),

  'ad-withdraw': defineDecision({
    about: 'Takes a promotion off the offers; what was bought of it goes on.',
    on: 'promotion',
    roles: ['support'],
    weight: 'plain',
    input: { ad: text, reason: text },
    output: withdrawn,
    run: async ({ db, clock }, { ad, reason }) => {
      const at = clock.now();
      const [row] = await db
        .update(adOffers)
        .set({ withdrawnAt: at, withdrawReason: reason })
        .where(and(eq(adOffers.id, ad), isNull(adOffers.withdrawnAt)))
        .returning();
      if (!row) throw refuse(codes.recordNotFound, { field: 'ad' });
      return { id: row.id, withdrawnAt: at.toISOString() };
    },
  }),

  'ad-deliver': defineDecision({
    about:
      'Units of a promotion that were delivered, by its number, with the reference of the report that counts them: they are taken from what was paid for it, and the merchant is shown each report. The clicks of a shop are those of `traffic-report`.',
    on: 'promotion',
    roles: ['shop_front'],
    weight: 'pays',
    input: { purchase: text, count: integer(1, 1000), reference: proofText },
    output: v.object({ recorded: count }),
    run: async (deps, { purchase, count, reference }, actor) => {
      const purchaseId = await purchaseIdOf(deps.db, purchase);
      return { recorded: await recordAdEvents(deps, { purchaseId, count, reference, actor }) };
    },
  }),

  'slide-create': defineDecision({
    about: 'Puts a picture into the swipeable row. Who paid for it, if anybody, makes it an advertisement.',
    on: 'promotion',
    roles: ['support'],
    weight: 'plain',
    input: {
      position: v.optional(v.pipe(text, v.maxLength(32)), 'shop'),
      rank: v.optional(integer(0, 1000), 0),
      image: text,
      alt: text,
      translations,
      link: v.optional(link),
      advertiser: v.optional(text),
      days: v.optional(integer(1, 366)),
    },
    output: v.object({ id: v.string(), isAd: v.boolean() }),
    run: async (deps, { image, days, ...input }, actor) => {
      const { db, clock, random } = deps;
      await useShownImages(deps, 'image', [image]);
      const at = clock.now();
      const endsAt = days === undefined ? null : after(at, days * day);
      const row = { ...input, id: newId(random, 'sld'), imageUrl: image, actor, createdAt: at, endsAt };
      await db.insert(slides).values(row);
      return { id: row.id, isAd: row.advertiser !== undefined };
    },
  }),

  'slide-withdraw': defineDecision({
    about: 'Takes a picture out of the swipeable row.',
    on: 'promotion',
    roles: ['support'],
    weight: 'plain',
    input: { slide: text, reason: text },
    output: withdrawn,
    run: async ({ db, clock }, { slide, reason }) => {
      const at = clock.now();
      const [row] = await db
        .update(slides)
        .set({ withdrawnAt: at, withdrawReason: reason })
        .where(and(eq(slides.id, slide), isNull(slides.withdrawnAt)))
        .returning();
      if (!row) throw refuse(codes.recordNotFound, { field: 'slide' });
      return { id: row.id, withdrawnAt: at.toISOString() };
    },
  }),
};
