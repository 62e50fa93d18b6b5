import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command, newKey } from './command.ts';
import { goodsDetailResource, warehouseResource } from './goods.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';
import { storeResource } from './store.ts';
import { todayResource } from './today.ts';

export type ShowcaseItem = Output<'POST /v1/showcase/list'>['list'][number];
export type ShowcaseFilter = Omit<Input<'POST /v1/showcase/list'>, 'cursor' | 'limit'>;

/** All rows of a server of the specification alone are listed, as it knows no other status. */
const withStatus = (item: ShowcaseItem): ShowcaseItem => ({ ...item, status: item.status ?? 'listed' });

/** Rows of the showcase, with the room in it and what was taken off. */
export type ShowcasePage = NonNullable<ReturnType<typeof showcaseResource.peek>['data']>;

export const showcaseResource = pages(async (input: ShowcaseFilter, signal) => {
  const page = await call('POST /v1/showcase/list', input, { signal });
  return { ...page, list: (page.list ?? []).map(withStatus) };
});

/** Returns one key for the same goods at the same prices; other prices are another intention. */
const keyOf = (act: string, items: readonly string[]) => `showcase-${act}:${[...items].sort().join()}`;

/** Lists goods at selling prices. Goods that were listed already are returned in `skipped`. */
export const showcaseAdd = command('POST /v1/showcase/add', {
  intention: ({ items }) =>
    keyOf(
      'add',
      items.map(({ goodsId, sellingPrice }) => `${goodsId}@${sellingPrice}`),
    ),
  patch: (output, input) => output && markListed(output.added ?? input?.items ?? []),
  invalidates: [goodsDetailResource, showcaseResource, storeResource, todayResource],
});

/** Removes goods from the showcase, by the ids of their rows there, within the day's quota. */
export const showcaseRemoval = command('POST /v1/showcase/del', {
  intention: ({ ids }) => keyOf('del', ids),
  invalidates: [goodsDetailResource, warehouseResource, showcaseResource, storeResource, todayResource],
  invalidatesOn: anyRefusal,
});

/** Changes a selling price; only where the server names the feature `showcaseEdit`. */
export const priceEdit = command('POST /v1/showcase/edit', {
  intention: ({ id, sellingPrice }) => keyOf('edit', [`${id}@${sellingPrice}`]),
  invalidates: [goodsDetailResource, warehouseResource, showcaseResource],
});

type Repricing = Omit<Input<'POST /v1/showcase/reprice'>, 'dryRun' | 'quoteId'>;
export type Repriced = Output<'POST /v1/showcase/reprice'>;

/** What a rule would change. A server records no key of a dry run, so each has one of its own. */
export const repricingPreviewResource = resource<Repricing, Repriced>(
  (input, signal) =>
    call('POST /v1/showcase/reprice', { ...input, dryRun: true }, { key: newKey(), signal, quiet: true }),
  { freshMs: 0 },
);

/** Changes prices as they were previewed; only where the server names the feature `reprice`. */
export const repricing = command('POST /v1/showcase/reprice', {
  intention: ({ quoteId = '' }) => keyOf('reprice', [quoteId]),
  invalidates: [goodsDetailResource, warehouseResource, showcaseResource],
});

/** Restores the prices before a change by a rule. */
export const repriceUndo = command('POST /v1/showcase/reprice/undo', {
  intention: ({ repriceId }) => keyOf('reprice-undo', [repriceId]),
  invalidates: [goodsDetailResource, warehouseResource, showcaseResource],
});

/** Shows the badge and the price in the warehouse at once; counts, quota and the order of rows come from the server. */
function markListed(items: readonly ({ goodsId: string } & Partial<ShowcaseItem>)[]) {
  const touched = new Map(items.map((item) => [item.goodsId, item]));
  warehouseResource.update((page) => ({
    ...page,
    list: page.list.map((goods) => {
      const item = touched.get(goods.id);
      if (!item) return goods;
      const { sellingPrice = null, fee, expectedProfit } = item;
      // A server of the specification alone does not say what is left of the price.
      if (fee === undefined || expectedProfit === undefined) return { ...goods, listed: true };
      return { ...goods, listed: true, sellingPrice, fee, expectedProfit };
    }),
  }));
}
