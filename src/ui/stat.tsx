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

interface StatChoiceProps {
  label: string;
  /** The figures of one group share it. */
  group: string;
  checked: boolean;
  onPick: () => void;
  children?: Children;
}

/** A figure that can be chosen, such as what a chart shows: the chosen one bears the mark of the chart's line. */
export function StatChoice({ label, group, checked, onPick, children }: StatChoiceProps) {
  return (
    <label className="stat choice">
      <span>{label}</span>
      <span>{children}</span>
      <input type="radio" name={group} checked={checked} onChange={onPick} />
    </label>
  );
}
