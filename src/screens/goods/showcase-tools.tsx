// What stands above the rows: sort, filter, Select; what was taken off; and the undo of a change of prices.

import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import {
  type ShowcaseFilter,
  type ShowcaseItem,
  type ShowcasePage,
  showcaseResource,
} from '../../data/showcase.ts';
import { t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { GoodsName } from '../../ui/goods-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListChecks } from '../../ui/icons/list-checks.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { Item } from '../../ui/item.tsx';
import type { Children } from '../../ui/props.ts';
import type { Selection } from '../../ui/selection.tsx';
import { useWide } from '../../ui/wide.ts';
import { undoRepricing } from './reprice-undo.ts';
import { firstSort, showcaseSorts } from './sorts.ts';
import { few } from './stock.ts';

/** Returns the address of the list by a filter. */
export const filterHref = ({ status, sort, lowStock }: ShowcaseFilter): string =>
  paths.goodsList.href({
    status: status === 'unlisted' ? status : undefined,
    sort: sort === firstSort() ? undefined : sort,
    stock: lowStock ? 'low' : undefined,
  });

interface ToolsProps {
  filter: ShowcaseFilter;
  rows: readonly ShowcaseItem[];
  selection: Selection<ShowcaseItem>;
  /** Further tools at the end. */
  children?: Children;
}

/** Sorts and filters the rows, and begins selecting them; each only where there is something to do. */
export function ShowcaseTools({ filter, rows, selection, children }: ToolsProps) {
  const isWide = useWide();
  const hasLow = rows.some(({ stock = few }) => stock < few);
  const canSort = rows.length > 2 && !isWide;
  const canSelect = rows.length > 1 && !isWide && !selection.isOn;
  if (!hasLow && !canSort && !canSelect && !children) return null;
  return (
    <div className="row between">
      <span className="row tight wrap">
        {canSort && <SortChip filter={filter} />}
        {hasLow && (
          <a
            className="chip"
            href={filterHref({ ...filter, lowStock: !filter.lowStock })}
            aria-current={filter.lowStock ? 'true' : undefined}
          >
            {t('goods.low_stock')}
          </a>
        )}
      </span>
      <span className="row tight">
        {children}
        {canSelect && <IconButton icon={ListChecks} label={t('goods.select')} onClick={selection.start} />}
      </span>
    </div>
  );
}

type Sort = (typeof showcaseSorts)[number];

/** Returns what the rows can be sorted by: by earnings only where the server counts them. */
const offeredSorts = (): Sort[] =>
  showcaseSorts.filter((sort) => sort !== 'earned' || hasFeature('earnings'));

/** The order of the rows, picked from the list of the device. */
function SortChip({ filter }: { filter: ShowcaseFilter }) {
  const { route } = useLocation();
  const { sort = firstSort() } = filter;
  return (
    <label className="chip opens">
      {t(`goods.sort_${sort}`)}
      <select
        aria-label={t('goods.sort')}
        value={sort}
        onChange={({ currentTarget }) =>
          route(filterHref({ ...filter, sort: currentTarget.value as Sort }), true)
        }
      >
        {offeredSorts().map((one) => (
          <option key={one} value={one}>
            {t(`goods.sort_${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * That the shop is full, how many goods were taken off without the merchant, and the change of prices that can still be
 * undone.
 */
export function ShowcaseNotices({ page }: { page: ShowcasePage }) {
  const { takenOff, repricing: undo, used = 0, cap = Number.POSITIVE_INFINITY } = page;
  const isFull = used >= cap;
  if (!takenOff && !undo && !isFull) return null;
  const warning = (
    <span className="tone" data-tone="warn">
      <TriangleAlert />
    </span>
  );
  return (
    <ul className="items">
      {isFull && <Item media={warning} title={t('goods.full')} href={paths.upgrade.href()} next />}
      {Boolean(takenOff) && (
        <Item
          media={warning}
          title={tn('goods.taken_off', takenOff ?? 0)}
          href={filterHref({ status: 'unlisted' })}
          note={takenOff === 1 ? <OnlyTakenOff /> : undefined}
          next
        />
      )}
      {undo && (
        <Item
          media={<Undo2 className="muted" />}
          title={<span className="read">{tn('goods.bulk.done', undo.count)}</span>}
          figure={<UndoButton id={undo.id} />}
          note={t('goods.bulk.until', { at: time(undo.undoUntil) })}
        />
      )}
    </ul>
  );
}

/** Names the only product that was taken off, from the list that its row leads to; its line is there before it loads. */
function OnlyTakenOff() {
  const { data } = showcaseResource.ask({ status: 'unlisted', sort: firstSort() }).value;
  return <GoodsName>{data?.list[0]?.name ?? '\u00a0'}</GoodsName>;
}

function UndoButton({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    await undoRepricing(id);
    setBusy(false);
  };
  return (
    <Button kind="plain" busy={isBusy} style={{ marginBlock: '-8px' }} onClick={() => void undo()}>
      {t('common.undo')}
    </Button>
  );
}
