import type { NoticeMark as Mark } from '../../contract/notices.ts';
import type { Notice } from '../../data/notices.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Check } from '../../ui/icons/check.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Info } from '../../ui/icons/info.ts';
import { Store } from '../../ui/icons/store.ts';
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

const looks: Readonly<Record<Mark, { tone: Tone; icon?: IconOf }>> = {
  plain: { tone: 'calm' },
  received: { tone: 'good' },
  done: { tone: 'good', icon: Check },
  undone: { tone: 'calm', icon: Undo2 },
  due: { tone: 'warn' },
  failed: { tone: 'bad', icon: CircleAlert },
  joined: { tone: 'calm', icon: UserPlus },
};

/** The icon of a notice by what it tells, in the colour of that; by its type where a server sends no mark. */
export function NoticeMark({ of: { type, mark = 'plain' } }: { of: Notice }) {
  const { tone, icon } = looks[mark] ?? looks.plain;
  const Icon = icon ?? noticeIcons[type] ?? Info;
  return (
    <IconTile tone={tone}>
      <Icon />
    </IconTile>
  );
}
