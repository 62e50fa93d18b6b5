import { has } from '../../data/session.ts';
import type { ShowcaseItem } from '../../data/showcase.ts';
import { inline, money } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Trash } from '../../ui/icons/trash.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { Profit } from './profit.tsx';

interface Props {
  row: ShowcaseItem;
  currency: string | undefined;
  /** Undefined while nothing is being selected. */
  picked: boolean | undefined;
  onPick: () => void;
  onRemove: () => void;
  onPrice: () => void;
}

/** Aligns the buttons' labels with the texts above. */
const actionsStyle = { margin: '0 -8px -8px' };

export function ShowcaseRow({ row, currency, picked, onPick, onRemove, onPrice }: Props) {
  return (
    <li className="row top">
      <span style={{ position: 'relative' }}>
        <Thumb src={row.image} size={64} />
        {row.status === 'listed' && picked !== undefined && <Box row={row} picked={picked} onPick={onPick} />}
      </span>
      <div className="grow">
        <h2>{row.name}</h2>
        <p className="small muted">
          <Code>{row.goodsCode}</Code>
          {row.clicks !== undefined && ` · ${tn('goods.clicks', row.clicks)}`}
          {row.stock === 0 && ` · ${t('goods.out_of_stock')}`}
        </p>
        {/* Each amount is on the line of its name; a line holds as many as fit. */}
        <p className="row wrap small">
          <span>{t('goods.sells_at', { price: inline(money(row.sellingPrice, currency)) })}</span>
          <span>{t('goods.cost_line', { cost: inline(money(row.cost, currency)) })}</span>
          {row.fee && <span>{t('goods.fee_line', { fee: inline(money(row.fee, currency)) })}</span>}
        </p>
        <Profit amount={row.expectedProfit} currency={currency} />
        {row.unlistReason && <p className="small muted">{t(`goods.unlist_${row.unlistReason}`)}</p>}
        {picked === undefined && (
          <div className="row" style={actionsStyle}>
            <div className="grow">
              <PriceButton row={row} onPrice={onPrice} />
            </div>
            {row.status === 'listed' && (
              <IconButton
                icon={Trash}
                label={t('goods.remove_named', { name: row.name })}
                onClick={onRemove}
              />
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** Lists an unlisted article again, or changes a listed one's price, where the server supports it. */
function PriceButton({ row, onPrice }: Pick<Props, 'row' | 'onPrice'>) {
  const text = row.status === 'listed' ? t('goods.change_price') : t('goods.list_again');
  const can =
    row.status === 'listed'
      ? has('showcaseEdit')
      : row.stock !== 0 && !unrelistableReasons.has(row.unlistReason ?? '');
  if (!can) return null;
  return (
    <Button kind="plain" aria-label={`${text}, ${row.name}`} onClick={onPrice}>
      {text}
    </Button>
  );
}

/** Reasons of removal that the merchant cannot undo. */
const unrelistableReasons = new Set(['policy', 'goods_withdrawn']);

/** Over the corner of the photo: the words beside it stay where they are. */
const cornerStyle = { position: 'absolute', insetBlockStart: '-12px', insetInlineStart: '-12px' } as const;

function Box({ row, picked, onPick }: Pick<Props, 'row' | 'picked' | 'onPick'>) {
  return (
    <label className="tap" style={cornerStyle}>
      <input
        type="checkbox"
        checked={picked}
        onChange={onPick}
        aria-label={t('goods.select_named', { name: row.name })}
      />
    </label>
  );
}
