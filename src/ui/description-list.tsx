import { Breakdown } from './breakdown.tsx';
import type { Children } from './props.ts';

/** Known values, each beside its name: `<DescriptionList rows={[[t('session.licence'), licence]]} />`. */
export function DescriptionList({ rows }: { rows: readonly (readonly [label: string, value: Children])[] }) {
  const known = rows.filter(([, value]) => value);
  if (known.length === 0) return null;
  return <Breakdown rows={known.map(([label, amount]) => ({ label, amount, isText: true }))} />;
}
