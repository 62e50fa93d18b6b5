import { useSignal } from '@preact/signals';
import type { ShowcaseItem } from '../../data/showcase.ts';
import { t, tn } from '../../i18n.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { Quota } from './remove-quota.tsx';
import type { RemovedGoods } from './removed.tsx';
import { ShowcaseRow } from './showcase-row.tsx';

interface Props {
  rows: readonly ShowcaseItem[];
  quota: Quota | undefined;
  currency: string | undefined;
  onRemoved: (result: RemovedGoods) => void;
}

const RemoveSheet = later(() => import('./remove-sheet.tsx'));
const PriceSheet = later(() => import('./price-sheet.tsx'));

/** The rows of the showcase, one by one or several at a time. */
export function ShowcaseRows({ rows, quota, currency, onRemoved }: Props) {
  const selecting = useSignal(false);
  const selected = useSignal<readonly string[]>([]);
  const removing = useSignal<readonly ShowcaseItem[]>([]);
  const pricing = useSignal<ShowcaseItem | undefined>(undefined);
  const listed = rows.filter((row) => row.status === 'listed');
  const chosen = listed.filter((row) => selected.value.includes(row.id));

  const toggle = (id: string) => {
    const known = selected.value;
    selected.value = known.includes(id) ? known.filter((one) => one !== id) : [...known, id];
  };
  const leave = () => {
    selecting.value = false;
    selected.value = [];
  };
  const finish = (result: RemovedGoods) => {
    removing.value = [];
    leave();
    onRemoved(result);
  };

  return (
    <>
      {listed.length > 1 && (
        <div className="row between">
          <span className="muted" aria-live="polite">
            {selecting.value ? tn('goods.selected', chosen.length) : ''}
          </span>
          <span className="row tight">
            {selecting.value && chosen.length > 0 && (
              <Button
                onClick={() => {
                  removing.value = chosen;
                }}
              >
                {t('goods.remove')}
              </Button>
            )}
            <Button
              kind="plain"
              onClick={() => {
                if (selecting.value) leave();
                else selecting.value = true;
              }}
            >
              {selecting.value ? t('goods.cancel') : t('goods.select')}
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
            picked={selecting.value ? selected.value.includes(row.id) : undefined}
            onPick={() => toggle(row.id)}
            onRemove={() => {
              removing.value = [row];
            }}
            onPrice={() => {
              pricing.value = row;
            }}
          />
        ))}
      </ul>
      {removing.value.length > 0 && (
        <RemoveSheet
          rows={removing.value}
          quota={quota}
          onDone={finish}
          onClose={() => {
            removing.value = [];
          }}
        />
      )}
      {pricing.value && (
        <PriceSheet
          goods={priced(pricing.value)}
          currency={currency}
          onClose={() => {
            pricing.value = undefined;
          }}
        />
      )}
    </>
  );
}

const priced = (row: ShowcaseItem) => ({
  ...row,
  price: row.sellingPrice,
  listingId: row.status === 'listed' ? row.id : undefined,
});
