import type { Children } from './props.ts';

/** A figure under its name: `<Stat label={t('orders.profit')}><Amount>{money(x)}</Amount></Stat>`. */
export function Stat({ label, children }: { label: Children; children?: Children }) {
  return (
    <p className="stat">
      <span>{label}</span>
      <span>{children}</span>
    </p>
  );
}

interface TileProps {
  label: string;
  /** The tiles of one group share it. */
  group: string;
  checked: boolean;
  onPick: () => void;
  children?: Children;
}

/** A figure that can be chosen, such as what the chart shows. Stands in `<div className="cells tight" role="radiogroup" aria-label>`. */
export function Tile({ label, group, checked, onPick, children }: TileProps) {
  return (
    <label className="stat tile">
      <span>{label}</span>
      <span>{children}</span>
      <input type="radio" name={group} checked={checked} onChange={onPick} />
    </label>
  );
}
