// What is done with the selected goods of the catalog: they are listed.

import { useState } from 'react';
import type { Goods } from '../../data/goods.ts';
import { storeResource } from '../../data/store.ts';
import { number, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { X } from '../../ui/icons/x.ts';
import type { Selection } from '../../ui/selection.tsx';
import { lazySheet } from '../../ui/sheet.tsx';

/** The most that one call lists. */
const maxListed = 50;

/** Returns whether an article can be listed by this shop. */
export const canPick = ({ listed, stock }: Goods) => !listed && stock !== 0;

/** Returns how many more goods the shop has room for, and one call can list. */
function roomLeft(): number {
  const { goodsUsed = 0, goodsCap = maxListed } = storeResource.ask().value.data ?? {};
  return Math.max(0, Math.min(goodsCap - goodsUsed, maxListed));
}

const ListManySheet = lazySheet(() => import('./list-many-sheet.tsx'), { texts: ['rest'] });

interface Props {
  selection: Selection<Goods>;
  /** What the list shows. */
  rows: readonly Goods[];
  currency: string | undefined;
}

/** Lists the selected goods: at the foot of a phone, over the cards of a wide window. */
export function PickingBar({ selection, rows, currency }: Props) {
  const [isListing, setListing] = useState(false);
  const room = roomLeft();
  const { rows: picked, end } = selection;
  const count = picked.size;
  const more = rows.filter((one) => canPick(one) && !picked.has(one.id));
  return (
    <>
      <section className="picking" aria-label={t('goods.select')}>
        <IconButton icon={X} label={t('goods.cancel')} onClick={end} />
        <span className="grow" aria-live="polite">
          {count > room
            ? t('goods.room', { room: number(room), count: number(count) })
            : tn('goods.selected', count)}
        </span>
        {more.length > 0 && (
          <Button kind="plain" onClick={() => selection.add(more)}>
            {t('goods.select_all')}
          </Button>
        )}
        <Button
          kind="primary"
          waiting={count === 0 || room === 0}
          aria-keyshortcuts="l"
          onClick={() => setListing(true)}
        >
          {t('goods.list_picked', { count: number(Math.min(count, room)) })}
        </Button>
      </section>
      {isListing && (
        <ListManySheet
          goods={[...picked.values()]}
          room={room}
          currency={currency}
          onDone={end}
          onPart={(listed) => {
            for (const one of listed) selection.toggle(one);
            setListing(false);
          }}
          onClose={() => setListing(false)}
        />
      )}
    </>
  );
}
