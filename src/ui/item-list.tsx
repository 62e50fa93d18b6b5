import { useId } from 'react';
import { useHeading } from './chrome.ts';
import type { Children } from './props.ts';

interface ItemListProps {
  /** Names the rows: the first line of their surface. */
  title?: Children;
  /** At the end of the title: a sum of the rows, or the way to all of them. */
  aside?: Children;
  /** Between the name and the rows. */
  lead?: Children;
  /** The rows, each an `<Item>`. */
  children?: Children;
}

/** Rows on one surface, with their name on top of it: `<ItemList title={t('flow.title')}><Item … /></ItemList>`. */
export function ItemList({ title, aside, lead, children }: ItemListProps) {
  const id = useId();
  const Title = useHeading(2);
  const rows = <ul aria-labelledby={title ? id : undefined}>{children}</ul>;
  return (
    <section className="items">
      {title && (
        <div className="line over">
          <Title className="label" id={id}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      {lead}
      {rows}
    </section>
  );
}
