import type { IconOf } from './props.ts';

interface IconButtonProps {
  icon: IconOf;
  /** The action, for screen readers. */
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

/** A 44 px icon: `<IconButton icon={Bell} label={t('shop.notices')} count={3} href={…} />`. For well-known actions. */
export function IconButton({
  icon: Icon,
  label,
  count,
  href,
  rel,
  onClick,
  className = '',
}: IconButtonProps) {
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
  const classNames = `tap ${className}`;
  if (href !== undefined)
    return (
      <a className={classNames} href={href} rel={rel} aria-label={label} onClick={onClick}>
        {inside}
      </a>
    );
  return (
    <button type="button" className={classNames} aria-label={label} onClick={onClick}>
      {inside}
    </button>
  );
}
