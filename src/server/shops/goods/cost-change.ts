/**
 * Returns whether a cost differs from another by more than a twentieth: a listing made at the old one is then unlisted.
 */
export const hasCostChanged = (cost: bigint, listed: bigint): boolean => {
  const change = cost > listed ? cost - listed : listed - cost;
  return change * 20n > listed;
};
