import type { Notice } from '../../data/notices.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Check } from '../../ui/icons/check.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Info } from '../../ui/icons/info.ts';
import { Package } from '../../ui/icons/package.ts';
import { Store } from '../../ui/icons/store.ts';
import { Truck } from '../../ui/icons/truck.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import type { IconOf, Tone } from '../../ui/props.ts';

/** The icons of the types of notices, in the order of the filters. */
export const noticeIcons: Readonly<Record<Notice['type'], IconOf>> = {
  order: ClipboardList,
  money: Wallet,
  shop: Store,
  system: Info,
};

/** What a kind of notice tells, the first that fits: money that came or is free, something to do, a failure, an end. */
const looks: readonly (readonly [kinds: RegExp, tone: Tone, icon?: IconOf])[] = [
  [/^(order_(settled|released)|hold_released|recharge_completed|withdrawal_paid|case_compensated)$/, 'good'],
  [/(_verified|_accepted|_reversed|_restored|deposit_returned)$/, 'good', Check],
  [/^order_(cancelled|declined|lapsed|overdue|undelivered|.*refunded)$/, 'calm', Undo2],
  [/^(order_placed|case_opened|identity_(rejected|expir\w+)|\w+_(overdue|announced))$/, 'warn'],
  [/(_rejected|_exception|_placed|_out|_upheld)$/, 'bad', CircleAlert],
  [/^order_shipped$/, 'calm', Truck],
  [/^order_delivered$/, 'calm', Package],
  [/^friend_/, 'calm', UserPlus],
];

/** The icon of a notice by what happened, in the colour of what that means; by its type where a server sends no kind. */
export function NoticeMark({ of: { type, kind = '' } }: { of: Notice }) {
  const [, tone = 'calm', icon] = looks.find(([kinds]) => kinds.test(kind)) ?? [];
  const Icon = icon ?? noticeIcons[type] ?? Info;
  return (
    <IconTile tone={tone}>
      <Icon />
    </IconTile>
  );
}
