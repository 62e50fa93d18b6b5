/** Whether a cost is off another by more than a twentieth, up or down: a listing made at the one is then taken off. */
export const costChanged = (cost: bigint, listed: bigint): boolean => {
  const change = cost > listed ? cost - listed : listed - cost;
  return change * 20n > listed;
};
