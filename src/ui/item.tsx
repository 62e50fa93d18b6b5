import type { MouseEventHandler } from 'react';
import { ChevronRight } from './icons/chevron-right.ts';
import type { Children, ListPosition } from './props.ts';

export interface ItemProps {
  /** At the start: a thumb, an icon, a checkbox. */
  media?: Children;
  title: Children;
  /** At the end of the title: the amount of the row. */
  figure?: Children;
  /** The second line, and its figure at the end. */
  note?: Children;
  noteFigure?: Children;
  /** Where the row leads, pressed anywhere; or what a press does. */
  href?: string;
  onPress?: MouseEventHandler<HTMLElement>;
  /** For readers: the title where it alone does not tell one row from another. */
  label?: string;
  /** The row leads to what is shown beside the list: `page`, and comes into sight, where the address names it. */
  current?: 'page' | 'true' | undefined;
  /** Draws a chevron at the end: the row is a step to another screen or sheet rather than a record with its details. */
  next?: boolean;
  position?: ListPosition;
  /** Further lines: a state, an action. */
  children?: Children;
}

/**
 * A row of a list: `<ul className="items"><Item media={<Thumb … />} title={name} figure={price} href={…} /></ul>`. Its link
 * or button covers the row; other actions in it lie above that.
 */
export function Item({
  media,
  title,
  figure,
  note,
  noteFigure,
  href,
  onPress,
  label,
  current,
  next,
  position,
  children,
}: ItemProps) {
  return (
    <li className="item" {...position}>
      {media}
      <div className="grow">
        <div className="line">
          <Cover href={href} onPress={onPress} label={label} current={current}>
            {title}
          </Cover>
          {figure !== undefined && <strong>{figure}</strong>}
        </div>
        {(note !== undefined || noteFigure !== undefined) && (
          <div className="line small muted">
            <span>{note}</span>
            {noteFigure !== undefined && <span>{noteFigure}</span>}
          </div>
        )}
        {children}
      </div>
      {next && <ChevronRight className="flip muted" />}
    </li>
  );
}

/** Shows the row of what is shown beside a list that was scrolled elsewhere; one function, so that it is called once. */
const reveal = (link: Element | null) => link?.scrollIntoView({ block: 'nearest' });

/** A link or button that is pressed anywhere in its row; words alone where it has neither address nor action. */
export function Cover({
  href,
  onPress,
  label,
  current,
  children,
}: Pick<ItemProps, 'href' | 'onPress' | 'label' | 'current' | 'children'>) {
  if (href !== undefined)
    return (
      <a
        className="cover"
        href={href}
        onClick={onPress}
        aria-label={label}
        aria-current={current}
        ref={current === 'page' ? reveal : undefined}
      >
        {children}
      </a>
    );
  if (!onPress) return <span>{children}</span>;
  return (
    <button type="button" className="cover" onClick={onPress} aria-label={label}>
      {children}
    </button>
  );
}
