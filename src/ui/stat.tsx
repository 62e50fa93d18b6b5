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
