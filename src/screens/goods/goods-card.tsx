import type { Goods } from '../../data/goods.ts';
import { inline, money } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { Profit } from './profit.tsx';

interface Props {
  goods: Goods;
  currency: string | undefined;
  onAdd: () => void;
}

/** An article of the warehouse: its cost, its suggested price, and the expected profit. */
export function GoodsCard({ goods, currency, onAdd }: Props) {
  // A listed article sells at the merchant's own price, which the showcase shows: a suggestion would contradict it.
  const suggested = goods.listed ? undefined : goods.suggestedPrice;
  return (
    <li className="card goods">
      <img src={goods.images?.[0]} alt="" loading="lazy" decoding="async" width="180" height="180" />
      <div className="stack near">
        <h2>{goods.name}</h2>
        <p className="small muted">
          {t('goods.cost_line', { cost: inline(money(goods.cost, currency)) })}
          <br />
          {suggested && t('goods.sells_at', { price: inline(money(suggested, currency)) })}
        </p>
        {suggested && <Profit amount={goods.expectedProfit} currency={currency} />}
        <Stock stock={goods.stock} />
      </div>
      <AddButton goods={goods} onAdd={onAdd} />
    </li>
  );
}

function Stock({ stock }: { stock: number | undefined }) {
  if (stock === undefined) return null;
  return <p className="small muted">{stock > 0 ? tn('goods.in_stock', stock) : t('goods.out_of_stock')}</p>;
}

function AddButton({ goods, onAdd }: Pick<Props, 'goods' | 'onAdd'>) {
  // A just listed article keeps the focus that its sheet gives back.
  if (goods.listed)
    return (
      <Button icon={Check} block waiting>
        {t('goods.listed')}
      </Button>
    );
  if (goods.stock === 0)
    return (
      <Button block disabled>
        {t('goods.out_of_stock')}
      </Button>
    );
  return (
    <Button
      kind="soft"
      icon={Plus}
      block
      aria-label={t('goods.add_named', { name: goods.name })}
      onClick={onAdd}
    >
      {t('goods.add')}
    </Button>
  );
}
