import { type OrderFilter, type OrderPage, orderListResource } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import type { Children } from '../../ui/props.ts';
import { groupIn, groupNames, orderGroups, readFilter, restingGroups } from './list-filter.ts';
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
  /** How many more rows are in sight. */
  room: number;
  children: (start: GroupStart) => Children;
}

/** Below a short list the first orders of the groups that follow it, which go on by themselves. */
export default function FollowingOrders({ after, room, children }: Props) {
  const { keyword, from, to } = after;
  const name = restingGroups[groupNames.indexOf(groupIn(after) ?? 'done')];
  if (!name || keyword || from || to || room < 1) return null;
  const shown = readFilter({ statuses: orderGroups[name].join() });
  const { data } = orderListResource.ask(shown).value;
  if (!data) return null;
  // What waits for the merchant is in the group before all others.
  const list = data.list.filter((order) => !isMerchantsTurn(order)).slice(0, room);
  return (
    <>
      {list.length > 0 && children({ shown, title: t(`orders.group.${name}`), page: { ...data, list } })}
      <FollowingOrders after={shown} room={room - list.length - 1}>
        {children}
      </FollowingOrders>
    </>
  );
}
