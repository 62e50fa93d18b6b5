/** Round steps for an axis that holds all values and zero, with three to five lines, from the top down. */
export function scale(values: readonly number[], least = 0): number[] {
  const top = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const rough = (top - low || 1) / 3;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, unit * ([1, 2, 5].find((size) => size * unit >= rough) ?? 10));
  const last = Math.ceil(top / step) || 1;
  const first = Math.floor(low / step);
  return Array.from({ length: last - first + 1 }, (_, line) => (last - line) * step);
}
