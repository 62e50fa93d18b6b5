import type { Children, IconOf, Tone } from './props.ts';

/** A state in words: `<Badge tone="warn" icon={Clock}>{t('orders.status.pending_payment')}</Badge>`. */
export function Badge({
  tone = 'info',
  icon: Icon,
  children,
}: {
  tone?: Tone;
  icon?: IconOf;
  children?: Children;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {Icon && <Icon />}
      {children}
    </span>
  );
}
