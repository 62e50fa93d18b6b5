// What stands above the rows: the groups of products, sort and Select, and the undo of a change of prices.

import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter, ShowcaseItem, ShowcasePage } from '../../data/showcase.ts';
import { number, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListChecks } from '../../ui/icons/list-checks.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { Item } from '../../ui/item.tsx';
import type { Selection } from '../../ui/selection.tsx';
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

/**
 * What is listed, of how many the level allows; what of it runs out; and what was taken off without the merchant. The last
 * two only where there is some.
 */
export function ShowcaseGroups({ filter, page }: { filter: ShowcaseFilter; page: ShowcasePage }) {
  const { list, used, cap, takenOff, nextCursor } = page;
  const { status, sort, lowStock, keyword } = filter;
  const isOff = status === 'unlisted';
  const low = list.filter((row) => row.status === 'listed' && (row.stock ?? few) < few);
  const isCounted = used !== undefined && cap !== undefined;
  return (
    <Choices
      shape="words"
      label={t('app.product')}
      value={isOff ? 'off' : lowStock ? 'low' : 'listed'}
      items={[
        {
          value: 'listed',
          label: isCounted
            ? `${t('goods.listed')} ${t('goods.used_of', { used: number(used), cap: number(cap) })}`
            : t('goods.listed'),
          href: filterHref({ status: 'listed', sort }),
        },
        ...(lowStock || low.length > 0
          ? [
              {
                value: 'low',
                label: t('goods.low_stock'),
                // Known where every listed article was read.
                count: keyword || nextCursor ? undefined : number(low.length),
                href: filterHref({ status: 'listed', sort, lowStock: true }),
              },
            ]
          : []),
        ...(isOff || takenOff
          ? [
              {
                value: 'off',
                label: t('goods.off'),
                count: number(takenOff ?? 0),
                href: filterHref({ status: 'unlisted', sort }),
                tone: 'warn' as const,
              },
            ]
          : []),
      ]}
    />
  );
}

interface ToolsProps {
  filter: ShowcaseFilter;
  rows: readonly ShowcaseItem[];
  selection: Selection<ShowcaseItem>;
}

/** Sorts the rows, and begins selecting them: the first line of their surface, each only where there is something to do. */
export function ShowcaseTools({ filter, rows, selection }: ToolsProps) {
  if (filter.status !== 'listed' || rows.length < 2) return null;
  return (
    <div className="line over">
      <SortLabel filter={filter} />
      {!selection.isOn && (
        <span className="row">
          <IconButton
            className="edge"
            icon={ListChecks}
            label={t('goods.select')}
            onClick={selection.start}
          />
        </span>
      )}
    </div>
  );
}

type Sort = (typeof showcaseSorts)[number];

/** Returns what the rows can be sorted by: by earnings only where the server counts them. */
const offeredSorts = (): Sort[] =>
  showcaseSorts.filter((sort) => sort !== 'earned' || hasFeature('earnings'));

/** The order of the rows, picked from the list of the device. */
function SortLabel({ filter }: { filter: ShowcaseFilter }) {
  const { route } = useLocation();
  const { sort = firstSort() } = filter;
  return (
    <label className="label row near opens">
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

/** That the shop is full, and the change of prices that can still be undone. */
export function ShowcaseNotices({ page }: { page: ShowcasePage }) {
  const { repricing: undo, used = 0, cap = Number.POSITIVE_INFINITY } = page;
  const isFull = used >= cap;
  if (!undo && !isFull) return null;
  return (
    <ul className="items">
      {isFull && (
        <Item
          media={
            <span className="tone" data-tone="warn">
              <TriangleAlert />
            </span>
          }
          title={t('goods.full')}
          href={paths.upgrade.href()}
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

function UndoButton({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    await undoRepricing(id);
    setBusy(false);
  };
  return (
    <Button
      kind="plain"
      aria-keyshortcuts="u"
      busy={isBusy}
      style={{ marginBlock: '-8px' }}
      onClick={() => void undo()}
    >
      {t('common.undo')}
    </Button>
  );
}
