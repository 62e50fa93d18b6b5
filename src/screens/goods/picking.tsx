// Picking goods of the catalog, and the bar that lists them.

import { useState } from 'react';
import type { Goods } from '../../data/goods.ts';
import { storeResource } from '../../data/store.ts';
import { number, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { X } from '../../ui/icons/x.ts';
import { lazySheet } from '../../ui/sheet.tsx';

/** The goods that are picked, by their ids in the order of picking; undefined while nothing is being picked. */
export type Picked = ReadonlyMap<string, Goods> | undefined;

/** The most that one call lists. */
const maxListed = 50;

/** Returns whether an article can be listed by this shop. */
export const canPick = ({ listed, stock }: Goods) => !listed && stock !== 0;

/** Returns the picked goods with one more, or without it where it was picked. */
export function toggled(picked: Picked, goods: Goods): Picked {
  const next = new Map(picked);
  if (!next.delete(goods.id)) next.set(goods.id, goods);
  return next;
}

/** Returns how many more goods the shop has room for, and one call can list. */
function roomLeft(): number {
  const { goodsUsed = 0, goodsCap = maxListed } = storeResource.ask().value.data ?? {};
  return Math.max(0, Math.min(goodsCap - goodsUsed, maxListed));
}

const ListManySheet = lazySheet(() => import('./list-many-sheet.tsx'));

interface Props {
  picked: ReadonlyMap<string, Goods>;
  /** What the list shows. */
  rows: readonly Goods[];
  currency: string | undefined;
  onPick: (picked: Picked) => void;
}

/** What is done with the picked goods: at the foot of a phone, over the cards of a wide window. */
export function PickingBar({ picked, rows, currency, onPick }: Props) {
  const [isListing, setListing] = useState(false);
  const room = roomLeft();
  const count = picked.size;
  const more = rows.filter((one) => canPick(one) && !picked.has(one.id));
  const stop = () => onPick(undefined);
  return (
    <>
      <section className="picking" aria-label={t('goods.select')}>
        <IconButton icon={X} label={t('goods.cancel')} onClick={stop} />
        <span className="grow" aria-live="polite">
          {count > room
            ? t('goods.room', { room: number(room), count: number(count) })
            : tn('goods.selected', count)}
        </span>
        {more.length > 0 && (
          <Button
            kind="plain"
            onClick={() => onPick(new Map([...picked, ...more.map((one) => [one.id, one] as const)]))}
          >
            {t('goods.select_all')}
          </Button>
        )}
        <Button kind="primary" waiting={count === 0 || room === 0} onClick={() => setListing(true)}>
          {t('goods.list_picked', { count: number(Math.min(count, room)) })}
        </Button>
      </section>
      {isListing && (
        <ListManySheet
          goods={[...picked.values()]}
          room={room}
          currency={currency}
          onDone={stop}
          onClose={() => setListing(false)}
        />
      )}
    </>
  );
}
