import { batch } from '@preact/signals';
import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { goodsList } from './goods.ts';
import { type Outcome, once } from './once.ts';
import { pages } from './pages.ts';
import { store } from './store.ts';

export type ShowcaseItem = Output<'POST /v1/showcase/list'>['list'][number];
export type ShowcaseFilter = Omit<Input<'POST /v1/showcase/list'>, 'cursor' | 'limit'>;
type Added = Output<'POST /v1/showcase/add'>;
type Removed = Output<'POST /v1/showcase/del'>;

/** What a server of the specification alone has in the showcase is listed: it knows no other status. */
const withStatus = (item: ShowcaseItem): ShowcaseItem => ({ ...item, status: item.status ?? 'listed' });

export const showcase = pages(async (input: ShowcaseFilter, signal) => {
  const page = await call('POST /v1/showcase/list', input, { signal });
  return { ...page, list: (page.list ?? []).map(withStatus) };
});

/** The same goods at the same prices are the same intention; other prices are another one. */
const formOf = (act: string, items: readonly string[]) => `showcase-${act}:${[...items].sort().join()}`;

/** Lists goods at selling prices. What was listed already comes back under `skipped`. */
export async function addToShowcase(
  items: { goodsId: string; sellingPrice: string }[],
  onChecking?: () => void,
): Promise<Outcome<Added>> {
  const form = formOf(
    'add',
    items.map(({ goodsId, sellingPrice }) => `${goodsId}@${sellingPrice}`),
  );
  const outcome = await once('POST /v1/showcase/add', { items }, { form, onChecking });
  const added = outcome.state === 'done' ? (outcome.output.added ?? items) : [];
  changed(
    added.map((item) => item.goodsId),
    'listed',
  );
  return outcome;
}

/** Takes goods off the showcase, by the ids of their showcase rows, within the day's quota. */
export async function removeFromShowcase(ids: string[], onChecking?: () => void): Promise<Outcome<Removed>> {
  const outcome = await once('POST /v1/showcase/del', { ids }, { form: formOf('del', ids), onChecking });
  changed([], 'unlisted');
  return outcome;
}

/** A new selling price; only where the server names the feature `showcaseEdit`. */
export async function editPrice(
  id: string,
  sellingPrice: string,
  onChecking?: () => void,
): Promise<Outcome<{ item: ShowcaseItem }>> {
  const form = formOf('edit', [`${id}@${sellingPrice}`]);
  const outcome = await once('POST /v1/showcase/edit', { id, sellingPrice }, { form, onChecking });
  showcase.stale();
  return outcome;
}

/** The badge in the warehouse turns at once; counts, quota and the order of rows are the server's to say. */
function changed(goodsIds: readonly string[], now: 'listed' | 'unlisted') {
  const touched = new Set(goodsIds);
  batch(() => {
    goodsList.change((page) => ({
      ...page,
      list: page.list.map((goods) =>
        touched.has(goods.id) ? { ...goods, listed: now === 'listed' } : goods,
      ),
    }));
    if (now === 'unlisted') goodsList.stale();
    showcase.stale();
    store.stale();
  });
}
