import { MONEY } from '../../contract/money.ts';
import type { GoodsFilter } from '../../data/goods.ts';
import { paths } from '../../paths.ts';

type Query = Readonly<Record<string, string>>;
export type Sort = NonNullable<GoodsFilter['sort']>;

export const sorts: readonly Sort[] = ['new', 'cost', 'profit', 'clicks'];

const isMoney = (text: string | undefined): text is string => MONEY.test(text ?? '');

/** What the warehouse shows stands in its address; what is no filter there is passed over. */
export function readFilter({ type, sort, min, max, listed }: Query): GoodsFilter {
  return {
    sort: sorts.find((known) => known === sort) ?? 'new',
    ...(type ? { typeId: type } : {}),
    ...(isMoney(min) ? { priceMin: min } : {}),
    ...(isMoney(max) ? { priceMax: max } : {}),
    ...(listed === 'no' ? { listed: false } : {}),
  };
}

export const filterHref = ({ typeId, sort, priceMin, priceMax, listed }: GoodsFilter): string =>
  paths.warehouse.href({
    type: typeId,
    sort: sort === 'new' ? undefined : sort,
    min: priceMin,
    max: priceMax,
    listed: listed === false ? 'no' : undefined,
  });

/** How many of the filters in the sheet are on. */
export const countOf = ({ priceMin, priceMax, listed }: GoodsFilter): number =>
  [priceMin, priceMax, listed].filter((one) => one !== undefined).length;
