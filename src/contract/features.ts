/**
 * What a server has beyond the specification, named in `features` of `GET /v1/me`. A client uses an added
 * route, or sends an Idempotency-Key, only to a server that names it.
 */
export const features = [
  'idempotency',
  'quote',
  'operation',
  'afterSale',
  'appeal',
  'statements',
  'showcaseEdit',
  'shopEdit',
  'shopClose',
  'withdrawCancel',
  'resetPayPassword',
  'orderDecline',
  'verifyCode',
  'operator',
  'adCancel',
  'identityWithdraw',
  'logout',
  'updatePassword',
  'language',
  'terms',
  'today',
  'home',
  'replies',
  'find',
  'reprice',
  'earnings',
  'goodsDetail',
  'coming',
] as const;
/** A name that `features` of `GET /v1/me` may hold. */
export type FeatureName = (typeof features)[number];
