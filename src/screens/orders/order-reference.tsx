import { orderResource } from '../../data/orders.ts';
import { shortNo } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { boughtIn, piecesOf } from '../../ui/order-names.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';

/** What was bought; the row leads to the order. */
export function OrderReference({ id }: { id: string }) {
  const { data, loading } = orderResource.ask(id).value;
  if (!data) return loading ? <SkeletonRows rows={1} /> : null;
  const { items = [], no = id } = data;
  return (
    <ul className="items">
      <Item
        media={<Thumb size={48} src={items[0]?.image} />}
        title={boughtIn(data)}
        note={
          <>
            {items.length > 1 && `${piecesOf(data)} · `}
            <Code>{shortNo(no)}</Code>
          </>
        }
        href={paths.order.href({ id })}
        next
      />
    </ul>
  );
}
