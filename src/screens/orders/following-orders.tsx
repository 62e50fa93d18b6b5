import { type OrderFilter, type OrderPage, orderListResource } from '../../data/orders.ts';
import { number, t } from '../../lang/index.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Children } from '../../ui/props.ts';
import { groupIn, groupNames, orderGroups, readFilter, restingGroups, useFilterHref } from './list-filter.ts';
import { isMerchantsTurn } from './next-step.ts';

/** The first orders of a group, by the filter that shows all of it, and its name. */
export interface GroupStart {
  shown: OrderFilter;
  title: string;
  page: OrderPage;
}

interface Props {
  /** The group before it. */
  after: OrderFilter;
  isTable: boolean;
  /** How many more rows are in sight. */
  room: number;
  children: (start: GroupStart) => Children;
}

/** Below a short list the first orders of the groups that follow it, which go on by themselves. */
export default function FollowingOrders({ after, isTable, room, children }: Props) {
  const { keyword, from, to } = after;
  const filterHref = useFilterHref();
  const name = restingGroups[groupNames.indexOf(groupIn(after) ?? 'done')];
  if (!name || keyword || from || to || room < 1) return null;
  const shown = readFilter({ statuses: orderGroups[name].join() });
  const { data } = orderListResource.ask(shown).value;
  if (!data) return null;
  // What waits for the merchant is in the group before all others.
  const list = data.list.filter((order) => !isMerchantsTurn(order)).slice(0, room);
  const title = t(`orders.group.${name}`);
  // A server of the specification alone may count nothing.
  const { counts }: Partial<OrderPage> = data;
  const count = counts && orderGroups[name].reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <>
      {list.length > 0 && (
        <section className={isTable ? 'items' : 'items slim'}>
          <div className="line over">
            <h2 className="label">{title}</h2>
            {count !== undefined && (
              <LinkButton kind="plain" href={filterHref(shown)}>
                {t('today.all', { count: number(count) })}
                <span className="sr">, {title}</span>
              </LinkButton>
            )}
          </div>
          {children({ shown, title, page: { ...data, list } })}
        </section>
      )}
      <FollowingOrders after={shown} isTable={isTable} room={room - list.length - 1}>
        {children}
      </FollowingOrders>
    </>
  );
}
