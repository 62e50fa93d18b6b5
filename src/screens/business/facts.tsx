import type { Children } from '../../ui/children.ts';
import { Sum } from '../../ui/sum.tsx';

/** What is known, each under its name; what is not known is not drawn. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: Children])[] }) {
  const known = rows.filter(([, value]) => value);
  if (known.length === 0) return null;
  return <Sum rows={known.map(([label, amount]) => ({ label, amount, words: true }))} />;
}
