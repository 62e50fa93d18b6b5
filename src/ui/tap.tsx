import type { IconOf } from './props.ts';

interface TapProps {
  icon: IconOf;
  /** What it does, as a screen reader says it. */
  label: string;
  /** A number on the corner, such as unread messages; the label should say it too. */
  count?: string | number;
  /** With an address it is a link, otherwise a button. */
  href?: string;
  /** `prev` for a way back. */
  rel?: string;
  onClick?: () => void;
  className?: string;
}

/** A 44 px icon: `<Tap icon={Bell} label={t('shop.notices')} count={3} href={…} />`. Only for actions that need no word. */
export function Tap({ icon: Icon, label, count, href, rel, onClick, className = '' }: TapProps) {
  const inside = (
    <>
      <Icon />
      {count ? (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </>
  );
  const look = `tap ${className}`;
  if (href !== undefined)
    return (
      <a className={look} href={href} rel={rel} aria-label={label} onClick={onClick}>
        {inside}
      </a>
    );
  return (
    <button type="button" className={look} aria-label={label} onClick={onClick}>
      {inside}
    </button>
  );
}
