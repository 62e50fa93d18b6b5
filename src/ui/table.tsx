import type { CSSProperties, Ref } from 'react';
import { classes } from './classes.ts';
import { Cover, type ItemProps } from './item.tsx';
import type { Children, ListPosition } from './props.ts';

export interface Column {
  name: string;
  /** Its track of the grid: `7em`, `minmax(0, 2fr)`. The same in every row, as only some rows of a long list are drawn. */
  width: string;
  /** `end` for figures; `double` where its width is of two tracks; `unseen` where the name is for readers only. */
  look?: 'end' | 'double' | 'unseen' | undefined;
  /** The address of the list sorted by this column, and how it is where it is sorted so. */
  sort?: { href: string; now: 'ascending' | 'descending' | undefined } | undefined;
}

/** Returns a column of amounts, which takes its share of a wider window. */
export const figureColumn = (name: string): Column => ({ name, width: 'minmax(6.5em, 2fr)', look: 'end' });

export interface TableProps {
  /** For readers. */
  label: string;
  columns: readonly Column[];
  /** The number of all rows, where not all of them are drawn. */
  count?: number | undefined;
  busy?: boolean | undefined;
  /** The group of the rows. */
  body?: Ref<HTMLTableSectionElement>;
  /** The rows, each a `<TableRow>`. */
  children?: Children;
}

/**
 * The rows of a list in wide windows, in columns that have names: `<Table label columns={columns}>{rows}</Table>`. Each row
 * is a grid, and some engines take an element that is drawn as one for no part of a table: hence the roles.
 */
export function Table({ label, columns, count, busy, body, children }: TableProps) {
  const style = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    <table
      role="table"
      className="items columns"
      aria-label={label}
      aria-rowcount={count && count + 1}
      aria-busy={busy || undefined}
      style={style}
    >
      <thead className={classes(columns.every(({ look }) => look === 'unseen') && 'sr')}>
        <tr role="row">
          {columns.map(({ name, look, sort }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={classes('label', look !== 'unseen' && look)}
              aria-sort={sort?.now}
            >
              {sort ? (
                <a href={sort.href}>{name}</a>
              ) : look === 'unseen' ? (
                <span className="sr">{name}</span>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>{children}</tbody>
    </table>
  );
}

/** A row of a table: `<TableRow position={position}><Cell>…</Cell></TableRow>`; one of its cells has a `<Cover>`. */
export const TableRow = ({ position, children }: { position?: ListPosition; children?: Children }) => (
  <tr role="row" className="item" {...position}>
    {children}
  </tr>
);

interface CellProps {
  /** `end` and `double` under a name that is so; `small` for words. */
  look?: 'end' | 'row' | 'small' | 'double small';
  children?: Children;
}

/** A cell of a row. */
export const Cell = ({ look, children }: CellProps) => (
  <td role="cell" className={look}>
    {children}
  </td>
);

interface LeadCellProps
  extends Pick<ItemProps, 'media' | 'href' | 'onPress' | 'label' | 'current' | 'title'> {
  /** Below the title. */
  children?: Children;
}

/** The cell that says what the row is; its link or button covers the row. */
export const LeadCell = ({ media, title, children, ...cover }: LeadCellProps) => (
  <Cell look="row">
    {media}
    <div className="grow">
      <Cover {...cover}>{title}</Cover>
      {children}
    </div>
  </Cell>
);
