// Selecting goods of the list: what is ticked, and the bar that prices or removes them.

import { useLayoutEffect, useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import {
  type ShowcaseFilter,
  type ShowcaseItem,
  type ShowcasePage,
  showcaseResource,
} from '../../data/showcase.ts';
import { t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Trash } from '../../ui/icons/trash.ts';
import { X } from '../../ui/icons/x.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { useWide } from '../../ui/wide.ts';

export interface Selection {
  /** Whether rows have boxes: in a wide window always. */
  readonly hasBoxes: boolean;
  /** Whether something is being selected. */
  readonly isOn: boolean;
  readonly ids: ReadonlySet<string>;
  toggle(id: string): void;
  select(ids: readonly string[]): void;
  start(): void;
  end(): void;
}

/** Selects rows of a list; another filter clears the selection, as its rows would be out of sight. */
export function useSelection(filter: ShowcaseFilter): Selection {
  const isWide = useWide();
  const [isStarted, setStarted] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const end = () => {
    setStarted(false);
    setIds(new Set());
  };
  useLayoutEffect(end, [JSON.stringify(filter)]);
  return {
    hasBoxes: filter.status === 'listed' && (isWide || isStarted),
    isOn: isWide ? ids.size > 0 : isStarted,
    ids,
    toggle: (id) => setIds(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])),
    select: (all) => setIds(new Set(all)),
    start: () => setStarted(true),
    end,
  };
}

interface GoodsBoxProps {
  name: string;
  isTicked: boolean;
  /** The box is ticked by a press anywhere in its row. */
  covers: boolean;
  onTick: () => void;
}

/** The box before the picture of an article. */
export const GoodsBox = ({ name, isTicked, covers, onTick }: GoodsBoxProps) => (
  <label className={classes('box', covers && 'cover')}>
    <input
      type="checkbox"
      checked={isTicked}
      onChange={onTick}
      aria-label={t('goods.select_named', { name })}
    />
  </label>
);

const RepriceSheet = lazySheet(() => import('./reprice-sheet.tsx'));

interface SelectionBarProps {
  filter: ShowcaseFilter;
  page: ShowcasePage;
  selection: Selection;
  onRemove: (rows: readonly ShowcaseItem[]) => void;
}

/** What is done with the selected goods: at the foot of a phone, over the table of a wide window. */
export function SelectionBar({ filter, page, selection, onRemove }: SelectionBarProps) {
  const [isPricing, setPricing] = useState(false);
  const rows = page.list.filter(({ id }) => selection.ids.has(id));
  const isEmpty = rows.length === 0;
  const isAll = rows.length === page.list.length && !page.nextCursor;
  const finish = () => {
    setPricing(false);
    selection.end();
  };
  return (
    <>
      <section className="picking" aria-label={t('goods.select')}>
        <IconButton icon={X} label={t('goods.cancel')} onClick={selection.end} />
        <span className="grow" aria-live="polite">
          {tn('goods.selected', rows.length)}
        </span>
        {!isAll && (
          <Button kind="plain" onClick={() => void selectAll(filter, selection)}>
            {t('goods.select_all')}
          </Button>
        )}
        <IconButton
          icon={Trash}
          label={t('goods.remove')}
          aria-disabled={isEmpty || undefined}
          onClick={() => isEmpty || onRemove(rows)}
        />
        {hasFeature('reprice') && (
          <Button kind="primary" waiting={isEmpty} onClick={() => setPricing(true)}>
            {t('goods.bulk.price')}
          </Button>
        )}
      </section>
      {isPricing && (
        <RepriceSheet
          rows={rows}
          isWholeShop={rows.length === page.used}
          currency={page.currency}
          onDone={finish}
          onClose={() => setPricing(false)}
        />
      )}
    </>
  );
}

/** Selects every row of the list, also those that it has not loaded. */
async function selectAll(filter: ShowcaseFilter, selection: Selection): Promise<void> {
  const page = () => showcaseResource.peek(filter).data;
  selection.select(page()?.list.map(({ id }) => id) ?? []);
  while (page()?.nextCursor) {
    const before = page()?.list.length;
    await showcaseResource.more(filter);
    if (page()?.list.length === before) return;
    selection.select(page()?.list.map(({ id }) => id) ?? []);
  }
}
