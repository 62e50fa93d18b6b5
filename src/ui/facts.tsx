import type { Children } from './props.ts';
import { Sum } from './sum.tsx';

/** What is known, each beside its name; what is not known is not drawn: `<Facts rows={[[t('session.licence'), licence]]} />`. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: Children])[] }) {
  const known = rows.filter(([, value]) => value);
  if (known.length === 0) return null;
  return <Sum rows={known.map(([label, amount]) => ({ label, amount, words: true }))} />;
}
