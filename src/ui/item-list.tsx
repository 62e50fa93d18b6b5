import { useId } from 'react';
import { useHeading } from './chrome.ts';
import type { Children } from './props.ts';

interface ItemListProps {
  /** Names the rows, above their surface. */
  title?: Children;
  /** At the end of the title: a sum of the rows, or the way to all of them. */
  aside?: Children;
  /** On the surface, above the rows. */
  lead?: Children;
  /** The rows, each an `<Item>`. */
  children?: Children;
}

/** Rows on one surface, with their name above it: `<ItemList title={t('wallet.holds')}><Item … /></ItemList>`. */
export function ItemList({ title, aside, lead, children }: ItemListProps) {
  const id = useId();
  const Title = useHeading(2);
  const rows = <ul aria-labelledby={title ? id : undefined}>{children}</ul>;
  return (
    <section className="stack near">
      {title && (
        <div className="line over">
          <Title className="label" id={id}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      <div className="items">
        {lead}
        {rows}
      </div>
    </section>
  );
}
