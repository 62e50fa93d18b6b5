import type { Order } from '../../data/orders.ts';
import { money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Thumb } from '../../ui/thumb.tsx';

/** What was bought: each with its code, how many, and the price of one. */
export function OrderGoods({ order }: { order: Order }) {
  if (!order.items?.length) return null;
  return (
    <Card title={t('orders.goods')}>
      <ul className="list">
        {order.items.map((item) => (
          <li key={item.goodsId} className="row">
            <Thumb src={item.image} />
            <div className="grow">
              <p>{item.name}</p>
              {item.goodsCode && (
                <p className="small muted">
                  {t('orders.goods_code')} <Code>{item.goodsCode}</Code>
                </p>
              )}
            </div>
            <span className="end">
              <Amount>
                {number(item.quantity ?? 1)} × {money(item.price, order.currency)}
              </Amount>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
