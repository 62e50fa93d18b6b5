import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';

export type Goods = Output<'POST /v1/goods/list'>['list'][number];
export type GoodsDetail = Output<'POST /v1/goods/detail'>;
export type GoodsType = Output<'POST /v1/goods/type_list'>['list'][number];
export type GoodsFilter = Omit<Input<'POST /v1/goods/list'>, 'cursor' | 'limit'>;

/** Goods in the warehouse, which can be listed. */
export const warehouseResource = pages(async (input: GoodsFilter, signal) => {
  const page = await call('POST /v1/goods/list', input, { signal });
  return { ...page, list: page.list ?? [] };
});

/**
 * An article with all that is known of it, only where the server names the feature `goodsDetail`; until it answers, what a
 * card of the warehouse shows.
 */
export const goodsDetailResource = resource<string, Partial<GoodsDetail>>(
  (id, signal) => call('POST /v1/goods/detail', { id }, { signal }),
  {
    initial: (id) => {
      const page = warehouseResource.all().find(({ list }) => list.some((row) => row.id === id));
      const row = page?.list.find((row) => row.id === id);
      return row && { ...row, currency: page?.currency };
    },
  },
);

/** Types change rarely, so one answer lasts a visit. */
export const goodsTypesResource = resource<void, { list: GoodsType[] }>(
  (_, signal) => call('POST /v1/goods/type_list', {}, { signal }),
  { freshMs: 600_000 },
);
