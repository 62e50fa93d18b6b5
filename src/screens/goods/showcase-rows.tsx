import { useState } from 'react';
import type { ShowcaseItem } from '../../data/showcase.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import type { Quota } from './remove-quota.tsx';
import type { RemovedGoods } from './removed.tsx';
import { ShowcaseRow } from './showcase-row.tsx';

interface Props {
  rows: readonly ShowcaseItem[];
  quota: Quota | undefined;
  currency: string | undefined;
  onRemoved: (result: RemovedGoods) => void;
}

const RemoveSheet = lazySheet(() => import('./remove-sheet.tsx'));
const PriceSheet = lazySheet(() => import('./price-sheet.tsx'));

/** The rows of the showcase, one by one or several at a time. */
export function ShowcaseRows({ rows, quota, currency, onRemoved }: Props) {
  const [selecting, setSelecting] = useState(false);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<readonly ShowcaseItem[]>([]);
  const [pricing, setPricing] = useState<ShowcaseItem>();
  const listed = rows.filter((row) => row.status === 'listed');
  const chosen = listed.filter((row) => selected.includes(row.id));

  const toggle = (id: string) =>
    setSelected((known) => (known.includes(id) ? known.filter((one) => one !== id) : [...known, id]));
  const leave = () => {
    setSelecting(false);
    setSelected([]);
  };
  const finish = (result: RemovedGoods) => {
    setRemoving([]);
    leave();
    onRemoved(result);
  };

  return (
    <div>
      {listed.length > 1 && (
        <div className="row between" style={selecting ? stickyStyle : closeStyle}>
          <span className="muted" aria-live="polite">
            {selecting ? tn('goods.selected', chosen.length) : ''}
          </span>
          <span className="row tight">
            {selecting && chosen.length > 0 && (
              <Button onClick={() => setRemoving(chosen)}>{t('goods.remove')}</Button>
            )}
            <Button kind="plain" onClick={() => (selecting ? leave() : setSelecting(true))}>
              {selecting ? t('goods.cancel') : t('goods.select')}
            </Button>
          </span>
        </div>
      )}
      <ul className="card list">
        {rows.map((row) => (
          <ShowcaseRow
            key={row.id}
            row={row}
            currency={currency}
            picked={selecting ? selected.includes(row.id) : undefined}
            onPick={() => toggle(row.id)}
            onRemove={() => setRemoving([row])}
            onPrice={() => setPricing(row)}
          />
        ))}
      </ul>
      {removing.length > 0 && (
        <RemoveSheet rows={removing} quota={quota} onDone={finish} onClose={() => setRemoving([])} />
      )}
      {pricing && (
        <PriceSheet goods={priced(pricing)} currency={currency} onClose={() => setPricing(undefined)} />
      )}
    </div>
  );
}

/** A line of one word is as tall as its text; its button keeps its height. */
const closeStyle = { margin: '-8px 0 8px' };
/** Sticks below the head, in reach from the last chosen row. */
const stickyStyle = {
  ...closeStyle,
  position: 'sticky',
  insetBlockStart: 'calc(52px + var(--top))',
  zIndex: 1,
  background: 'var(--bg)',
} as const;

const priced = (row: ShowcaseItem) => ({
  ...row,
  price: row.sellingPrice,
  listingId: row.status === 'listed' ? row.id : undefined,
});
