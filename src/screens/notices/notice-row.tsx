import { type CSSProperties, useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { labelOf } from '../../lang/compose.ts';
import { time } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { classes } from '../../ui/classes.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Info } from '../../ui/icons/info.ts';
import { Store } from '../../ui/icons/store.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import { Item } from '../../ui/item.tsx';
import type { IconOf } from '../../ui/props.ts';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';

/** The icons of the types of notices, in the order of the filters. */
export const noticeIcons: Readonly<Record<Notice['type'], IconOf>> = {
  order: ClipboardList,
  money: Wallet,
  shop: Store,
  system: Info,
};

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

const oneLine = { '--lines': 1 } as CSSProperties;

/** One notice. It leads to its subject, or shows all its words, and is marked as read by that. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const [isOpen, setOpen] = useState(false);
  const { type, title, body, link, createdAt, readAt } = notice;
  const Icon = noticeIcons[type] ?? Info;
  const href = openable(link);
  const press = () => {
    setOpen(!href);
    // A failed mark shows a toast, and nothing waits for it.
    if (!readAt) markRead(notice).catch(() => {});
  };
  const name = withShortNumbers(title);
  const [sentence, words] = splitText(body ?? '', notice);
  return (
    <Item
      media={<Icon className="muted" />}
      title={readAt ? <span className="read">{name}</span> : <Unread>{name}</Unread>}
      figure={<span className="value">{time(createdAt)}</span>}
      href={href}
      onPress={press}
    >
      <p className={classes('small muted', !isOpen && 'clamp')} style={oneLine}>
        {withShortNumbers(sentence)}
        {!isOpen && words && <Quoted>{words}</Quoted>}
      </p>
      {isOpen && words && <Quotation>{words}</Quotation>}
    </Item>
  );
}

const Unread = ({ children }: { children: string }) => (
  <span className="dot" data-tone="info">
    <span>
      <span className="sr">{labelOf(t('people.notices.new'))}</span>
      {children}
    </span>
  </span>
);
