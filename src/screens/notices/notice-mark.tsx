import type { CSSProperties } from 'react';
import type { NoticeMark as Mark } from '../../contract/notices.ts';
import type { Notice } from '../../data/notices.ts';
import { Check } from '../../ui/icons/check.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Info } from '../../ui/icons/info.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { Store } from '../../ui/icons/store.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import type { IconOf, Tone } from '../../ui/props.ts';
import { Thumb } from '../../ui/thumb.tsx';

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

const reviewKinds: readonly string[] = ['comment_received', 'order_rated'];

interface MarkProps {
  of: Notice;
  style?: CSSProperties;
}

/** The icon of a notice by what it tells, in the colour of that, amber while it waits for an act; by its type where a server
 * sends no mark. */
export function NoticeMark({ of: { type, kind = '', mark = 'plain', readAt }, style }: MarkProps) {
  const { tone, icon } = looks[mark] ?? looks.plain;
  const Icon = icon ?? (reviewKinds.includes(kind) ? MessageSquareText : noticeIcons[type]) ?? Info;
  return (
    <span
      className="mark"
      data-tone={tone === 'calm' && !readAt ? 'warn' : tone}
      style={style}
      aria-hidden="true"
    >
      <Icon />
    </span>
  );
}

/** Holds what is drawn over a picture or beside it. */
export const pictured = { position: 'relative', display: 'grid', flex: 'none' } as const;
/** Of half its size, on the corner at the end. */
const onCorner = {
  position: 'absolute',
  insetBlockEnd: '-16px',
  insetInlineEnd: '-16px',
  scale: '0.5',
  border: '4px solid var(--surface)',
  borderRadius: '50%',
  background: 'var(--tone)',
  color: 'var(--surface)',
} as const;

/** The picture of a notice's goods with the mark of what happened, or that mark alone. */
export function NoticePicture({ of }: { of: Notice }) {
  if (!of.goods?.image) return <NoticeMark of={of} />;
  return (
    <span style={pictured}>
      <Thumb src={of.goods.image} size={44} />
      <NoticeMark of={of} style={onCorner} />
    </span>
  );
}
