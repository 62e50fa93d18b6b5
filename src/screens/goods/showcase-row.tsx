import type { ShowcaseItem } from '../../data/showcase.ts';
import { inline, money } from '../../format.ts';
import { t, tn } from '../../i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Trash } from '../../ui/icons/trash.ts';
import { Tap } from '../../ui/tap.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Profit } from './profit.tsx';

interface Props {
  row: ShowcaseItem;
  currency: string | undefined;
  /** Undefined while nothing is being selected. */
  picked: boolean | undefined;
  onPick: () => void;
  onRemove: () => void;
  onList: () => void;
}

export function ShowcaseRow({ row, currency, picked, onPick, onRemove, onList }: Props) {
  return (
    <li className="row top">
      <Thumb src={row.image} size={64} />
      <div className="grow">
        <h2>{row.name}</h2>
        <p className="small muted">
          <Code>{row.goodsCode}</Code> · {tn('goods.clicks', row.clicks)}
          {row.stock === 0 && ` · ${t('goods.out_of_stock')}`}
        </p>
        <p className="small">
          {t('goods.prices', {
            price: inline(money(row.sellingPrice, currency)),
            cost: inline(money(row.cost, currency)),
            fee: inline(money(row.fee, currency)),
          })}
        </p>
        <Profit amount={row.expectedProfit} currency={currency} />
        {row.unlistReason && <p className="small muted">{t(`goods.unlist_${row.unlistReason}`)}</p>}
        {row.status === 'unlisted' && row.stock > 0 && row.unlistReason !== 'policy' && (
          <Button kind="soft" onClick={onList}>
            {t('goods.list_again')}
          </Button>
        )}
      </div>
      {row.status === 'listed' && <Handle row={row} picked={picked} onPick={onPick} onRemove={onRemove} />}
    </li>
  );
}

function Handle({ row, picked, onPick, onRemove }: Pick<Props, 'row' | 'picked' | 'onPick' | 'onRemove'>) {
  if (picked === undefined)
    return <Tap icon={Trash} label={t('goods.remove_named', { name: row.name })} onClick={onRemove} />;
  return (
    <label className="tap">
      <input
        type="checkbox"
        className="box"
        checked={picked}
        onChange={onPick}
        aria-label={t('goods.select_named', { name: row.name })}
      />
    </label>
  );
}
