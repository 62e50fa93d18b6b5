/**
 * The rights that a user may have beyond the own shop, as named in `permissions` of `GET /v1/me`: `product_support` is
 * the contact to product experts, and their articles.
 */
export const permissions = ['product_support'] as const;
/** A name that `permissions` of `GET /v1/me` may hold. */
export type Permission = (typeof permissions)[number];
