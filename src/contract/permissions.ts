/**
 * What a user may be allowed beyond the own shop, as `permissions` of `GET /v1/me` names it: `product_support` is the
 * line to the people who know the goods, and what they have written.
 */
export const permissions = ['product_support'] as const;
/** A name that `permissions` of `GET /v1/me` may hold. */
export type Permission = (typeof permissions)[number];
