import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, id, ids, line, operatorTexts, payPassword, prose, time, timeZone } from './fields.ts';
import { problemMessage } from './messages.ts';
import { shopLevels } from './status.ts';
import { foldDigits } from './typed-text.ts';

/** Whole number of points; null while there is nothing to count. */
const credit = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)));
/** Mean of the buyers' ratings, 1 to 5; null without ratings. */
const star = v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(5)));

/** A change of the credit score in points, and the `score` after it; `appeal` is a path in the app. */
const creditEntry = v.object({
  id,
  at: time,
  delta: v.pipe(v.number(), v.integer()),
  score: v.pipe(v.number(), v.integer()),
  reason: v.string(),
  operatorTexts,
  appeal: v.nullable(v.string()),
});

/** A document of the shop, and the state of its review. */
const qualification = v.object({
  id,
  url: v.string(),
  status: v.picklist(['applying', 'verified', 'rejected']),
  /** Why it was refused, and the reviewer's own note. */
  reason: v.nullable(v.string()),
  note: v.nullable(v.string()),
});

/** The shop as its merchant sees it; what identifies a person is masked. */
export const shop = v.object({
  id,
  no: v.string(),
  name: v.string(),
  logo: v.string(),
  address: v.string(),
  phoneMasked: v.string(),
  level: v.picklist(shopLevels),
  idNumberMasked: v.string(),
  idPhotoSet: v.boolean(),
  qualifications: v.array(qualification),
  credit,
  creditLog: v.array(creditEntry),
  star,
  timeZone,
  goodsCap: count,
  closesAt: v.nullable(time),
  /** What the end of a shop that closes waits for: its orders until about `closesAt`, its money, what is reviewed. */
  waitsFor: v.optional(v.array(v.picklist(['orders', 'money', 'review']))),
});

/** The storefront; `credit`, `star` and `visitors` are null while there is nothing to count. */
export const store = v.object({
  id,
  no: v.string(),
  name: v.string(),
  logo: v.string(),
  level: v.picklist(shopLevels),
  /** False for a level that carries a brand which the operator may not name: its badge is then not drawn. */
  levelAuthorised: v.boolean(),
  star,
  starCount: count,
  credit,
  visitors: v.nullable(count),
  /** When the first day or hour began of which the shop front has reported visitors. */
  visitorsSince: v.nullable(time),
  goodsUsed: count,
  goodsCap: count,
  /** The shop's front for buyers, to see and to share; empty where the operator has named none. */
  shareUrl: v.string(),
  asOf: time,
});

const phone = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.trim(),
  v.nonEmpty(),
  v.regex(/^\+?[0-9 ()-]{5,24}$/, problemMessage('phone')),
);

const typed = {
  name: v.optional(line(1, 64)),
  address: v.optional(line(1, 200)),
  phone: v.optional(phone),
};

/** The typed fields of a shop; forms validate with this schema. */
export const shopTypedInput = v.object(typed);

/**
 * Contains only the changed fields; pictures by the id of their upload. A `phone` without `payPassword` is refused with
 * 403 `phone_proof`, since verification codes are sent there.
 */
const shopEditInput = v.pipe(
  v.object({
    ...typed,
    logoFileId: v.optional(id),
    qualificationFileIds: v.optional(ids(10)),
    payPassword: v.optional(payPassword),
  }),
  v.check(
    ({ payPassword: _, ...changes }) => Object.values(changes).some((value) => value !== undefined),
    problemMessage('nothing_changed'),
  ),
);

/** Closing is confirmed by the payment password. */
const shopCloseInput = v.object({ payPassword, reason: v.optional(prose(1, 500)) });

export const shopCalls = {
  'GET /v1/shop/info': {
    about: 'The shop with its details, qualifications and credit history.',
    input: v.object({}),
    output: shop,
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/store/info': {
    about: 'The storefront as buyers see it, with its counts.',
    input: v.object({}),
    output: store,
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/shop/edit': {
    about: 'Change the shop: name, address, phone (with the payment password), logo, qualifications.',
    input: shopEditInput,
    output: v.object({ shop }),
    codes: userCodes(203, 404, 445, 446),
    auth: 'user',
    effect: 'keyed',
    proof: 'phoneChange',
    feature: 'shopEdit',
  },
  'POST /v1/shop/close': {
    about: 'Close the shop; the deposit comes back when the last return window has ended.',
    input: shopCloseInput,
    output: v.object({ closesAt: time, depositReturnAt: time }),
    codes: userCodes(203, 445, 446),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPassword',
    feature: 'shopClose',
  },
} as const satisfies CallSpecs;
