import { useState } from 'react';
import type { ShowcaseItem } from '../../data/showcase.ts';
import { t } from '../../lang/index.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { Table } from '../../ui/table.tsx';
import { useWide } from '../../ui/wide.ts';
import type { Quota } from './remove-quota.tsx';
import type { RemovedGoods } from './removed.tsx';
import { ShowcaseRow, showcaseColumns } from './showcase-row.tsx';

interface Props {
  rows: readonly ShowcaseItem[];
  quota: Quota | undefined;
  currency: string | undefined;
  /** The ids of the selected rows; undefined while nothing is being selected. */
  selected: readonly string[] | undefined;
  onSelect: (ids: readonly string[]) => void;
  removing: readonly ShowcaseItem[];
  onRemoving: (rows: readonly ShowcaseItem[]) => void;
  onRemoved: (result: RemovedGoods) => void;
}

const RemoveSheet = lazySheet(() => import('./remove-sheet.tsx'));
const PriceSheet = lazySheet(() => import('./price-sheet.tsx'));

/** The rows of the showcase, one by one or several at a time. */
export function ShowcaseRows({
  rows,
  quota,
  currency,
  selected,
  onSelect,
  removing,
  onRemoving,
  onRemoved,
}: Props) {
  const [open, setOpen] = useState<ShowcaseItem>();
  const isWide = useWide();
  const toggle = (id: string) => {
    const known = selected ?? [];
    onSelect(known.includes(id) ? known.filter((one) => one !== id) : [...known, id]);
  };
  const remove = (row: ShowcaseItem) => {
    setOpen(undefined);
    onRemoving([row]);
  };
  const drawn = rows.map((row) => (
    <ShowcaseRow
      key={row.id}
      row={row}
      currency={currency}
      picked={selected?.includes(row.id)}
      look={isWide ? 'wide' : undefined}
      onPick={() => toggle(row.id)}
      onOpen={() => setOpen(row)}
    />
  ));
  return (
    <>
      {isWide ? (
        <Table label={t('app.product')} columns={showcaseColumns()}>
          {drawn}
        </Table>
      ) : (
        <ul className="items">{drawn}</ul>
      )}
      {removing.length > 0 && (
        <RemoveSheet rows={removing} quota={quota} onDone={onRemoved} onClose={() => onRemoving([])} />
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
