// What is done with the selected goods of the list: they are priced or removed.

import { useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import {
  type ShowcaseFilter,
  type ShowcaseItem,
  type ShowcasePage,
  showcaseResource,
} from '../../data/showcase.ts';
import { t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Trash } from '../../ui/icons/trash.ts';
import { X } from '../../ui/icons/x.ts';
import type { Selection } from '../../ui/selection.tsx';
import { lazySheet } from '../../ui/sheet.tsx';

const RepriceSheet = lazySheet(() => import('./reprice-sheet.tsx'), { texts: ['rest'] });

interface SelectionBarProps {
  filter: ShowcaseFilter;
  page: ShowcasePage;
  selection: Selection<ShowcaseItem>;
  onRemove: (rows: readonly ShowcaseItem[]) => void;
}

/** What is done with the selected goods: at the foot of a phone, over the table of a wide window. */
export function SelectionBar({ filter, page, selection, onRemove }: SelectionBarProps) {
  const [isPricing, setPricing] = useState(false);
  const rows = page.list.filter(({ id }) => selection.rows.has(id));
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
          <Button kind="primary" waiting={isEmpty} aria-keyshortcuts="p" onClick={() => setPricing(true)}>
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
async function selectAll(filter: ShowcaseFilter, selection: Selection<ShowcaseItem>): Promise<void> {
  const page = () => showcaseResource.peek(filter).data;
  selection.add(page()?.list ?? []);
  while (page()?.nextCursor) {
    const before = page()?.list.length;
    await showcaseResource.more(filter);
    if (page()?.list.length === before) return;
    selection.add(page()?.list ?? []);
  }
}
