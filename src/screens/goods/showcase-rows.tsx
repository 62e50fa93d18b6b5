import { useState } from 'react';
import type { ShowcaseFilter, ShowcaseItem, ShowcasePage } from '../../data/showcase.ts';
import { t } from '../../lang/index.ts';
import type { Selection } from '../../ui/selection.tsx';
import { mostOf } from '../../ui/share-bar.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { Cell, Table, TableRow } from '../../ui/table.tsx';
import { useWide, useWider } from '../../ui/wide.ts';
import type { RemovedGoods } from './removed.tsx';
import { type Look, ShowcaseRow, showcaseColumns } from './showcase-row.tsx';
import { ShowcaseTools } from './showcase-tools.tsx';

interface Props {
  filter: ShowcaseFilter;
  page: ShowcasePage;
  selection: Selection<ShowcaseItem>;
  removing: readonly ShowcaseItem[];
  onRemoving: (rows: readonly ShowcaseItem[]) => void;
  onRemoved: (result: RemovedGoods) => void;
}

const RemoveSheet = lazySheet(() => import('./remove-sheet.tsx'), { texts: ['rest'] });
const PriceSheet = lazySheet(() => import('./price-sheet.tsx'), { texts: ['rest'] });

/** The rows of the showcase, one by one or several at a time. */
export function ShowcaseRows({ filter, page, selection, removing, onRemoving, onRemoved }: Props) {
  const { list, deleteQuota, currency } = page;
  const [open, setOpen] = useState<ShowcaseItem>();
  const look = useLook();
  const hasBoxes = filter.status === 'listed' && (look || selection.isOn);
  const remove = (row: ShowcaseItem) => {
    setOpen(undefined);
    onRemoving([row]);
  };
  const most = mostOf(list);
  const drawn = list.map((row) => (
    <ShowcaseRow
      key={row.id}
      row={row}
      currency={currency}
      sort={filter.sort}
      most={most}
      ticked={hasBoxes ? selection.rows.has(row.id) : undefined}
      look={look}
      onTick={() => selection.toggle(row)}
      onOpen={() => setOpen(row)}
    />
  ));
  return (
    <>
      {look ? (
        <Table label={t('app.product')} columns={showcaseColumns(filter, look)}>
          {drawn}
        </Table>
      ) : (
        <section className="items slim">
          <ShowcaseTools filter={filter} rows={list} selection={selection} />
          <ul>{drawn}</ul>
        </section>
      )}
      {removing.length > 0 && (
        <RemoveSheet rows={removing} quota={deleteQuota} onDone={onRemoved} onClose={() => onRemoving([])} />
      )}
      {open && (
        <PriceSheet
          goods={{ ...open, price: open.keepMarginPrice ?? open.sellingPrice }}
          listing={open.status === 'listed' ? open : undefined}
          currency={currency}
          onRemove={() => remove(open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** Returns how rows look in a window of this width. */
function useLook(): Look {
  const isWide = useWide();
  const isWider = useWider();
  if (!isWide) return undefined;
  return isWider ? 'wider' : 'wide';
}

/** The rows as they will be; with room for the filters, where these are not known yet. */
export function ShowcaseSkeleton({ filter, isAlone }: { filter: ShowcaseFilter; isAlone: boolean }) {
  const look = useLook();
  if (!look)
    return (
      <>
        {isAlone && <div style={{ blockSize: '52px' }} />}
        <div className="slim">
          <SkeletonRows rows={9} media="44px" />
        </div>
      </>
    );
  const columns = showcaseColumns(filter, look);
  return (
    <div aria-hidden="true" inert>
      <Table label="" columns={columns}>
        {Array.from({ length: 12 }, (_, index) => (
          <TableRow key={index}>
            {columns.map((column, at) => (
              <Cell key={column.name} look={at === 0 ? 'row' : undefined}>
                {at === 0 && (
                  <>
                    <SkeletonBlock w="20px" h="20px" />
                    <SkeletonBlock w="32px" h="32px" />
                  </>
                )}
                <div
                  className="row"
                  style={column.look === 'end' ? { justifyContent: 'flex-end' } : undefined}
                >
                  <SkeletonBlock w={at === 0 ? '10em' : '4em'} h="12px" />
                </div>
              </Cell>
            ))}
          </TableRow>
        ))}
      </Table>
    </div>
  );
}
