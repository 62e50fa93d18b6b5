import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import { goodsList } from './goods.ts';
import { pages } from './pages.ts';
import { store } from './store.ts';

export type ShowcaseItem = Output<'POST /v1/showcase/list'>['list'][number];
export type ShowcaseFilter = Omit<Input<'POST /v1/showcase/list'>, 'cursor' | 'limit'>;

/** What a server of the specification alone has in the showcase is listed: it knows no other status. */
const withStatus = (item: ShowcaseItem): ShowcaseItem => ({ ...item, status: item.status ?? 'listed' });

export const showcase = pages(async (input: ShowcaseFilter, signal) => {
  const page = await call('POST /v1/showcase/list', input, { signal });
  return { ...page, list: (page.list ?? []).map(withStatus) };
});

/** The same goods at the same prices are the same intention; other prices are another one. */
const keyOf = (act: string, items: readonly string[]) => `showcase-${act}:${[...items].sort().join()}`;

/** Lists goods at selling prices. What was listed already comes back under `skipped`. */
export const showcaseAdd = command('POST /v1/showcase/add', {
  key: ({ items }) =>
    keyOf(
      'add',
      items.map(({ goodsId, sellingPrice }) => `${goodsId}@${sellingPrice}`),
    ),
  patch: (output, input) => output && markListed(output.added ?? input?.items ?? []),
  invalidates: [showcase, store],
});

/** Takes goods off the showcase, by the ids of their showcase rows, within the day's quota. */
export const showcaseRemoval = command('POST /v1/showcase/del', {
  key: ({ ids }) => keyOf('del', ids),
  invalidates: [goodsList, showcase, store],
  invalidatesOn: anyRefusal,
});

/** A new selling price; only where the server names the feature `showcaseEdit`. */
export const priceEdit = command('POST /v1/showcase/edit', {
  key: ({ id, sellingPrice }) => keyOf('edit', [`${id}@${sellingPrice}`]),
  invalidates: [showcase],
});

/** The badge in the warehouse turns at once; counts, quota and the order of rows are the server's to say. */
function markListed(items: readonly { goodsId: string }[]) {
  const touched = new Set(items.map(({ goodsId }) => goodsId));
  goodsList.update((page) => ({
    ...page,
    list: page.list.map((goods) => (touched.has(goods.id) ? { ...goods, listed: true } : goods)),
  }));
}
