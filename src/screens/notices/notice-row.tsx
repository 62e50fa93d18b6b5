import { type CSSProperties, useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { date, labelOf, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import type { Children } from '../../ui/props.ts';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { NoticeMark } from './notice-mark.tsx';

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

const threeLines = { '--lines': 3 } as CSSProperties;

/** The words of the button, not the room around them, begin where those of its row do. */
const flush = { marginBlock: '0 -8px', marginInlineStart: '-13px', fontSize: 'var(--s)' };

/** When a notice came, with a dot while it is unread. */
const came = ({ createdAt, readAt }: Notice, format = time) => (
  <span className={classes('value', !readAt && 'dot')} data-tone="info">
    {format(createdAt)}
  </span>
);

/** A failed mark shows a toast, and nothing waits for it. */
const mark = (...of: Notice[]) => void markRead(...of).catch(() => {});

/** New orders of one day in one row, as each alone would read the same: pressed, it leads to all orders. */
export function NewOrdersRow({ list }: { list: readonly [Notice, ...Notice[]] }) {
  const [newest] = list;
  return (
    <Item
      media={<NoticeMark of={newest} />}
      title={<Unread>{tn('people.notices.new_orders', list.length)}</Unread>}
      figure={came(newest)}
      note={t('shop.waiting_cost')}
      href={paths.orderList.href()}
      onPress={() => mark(...list)}
    />
  );
}

/**
 * The notices of an order, the newest first: those that are unread, or the newest, in its picture; the others come by a
 * press.
 */
export function OrderRows({ list }: { list: readonly [Notice, ...Notice[]] }) {
  const [isOpen, setOpen] = useState(false);
  const unread = list.filter(({ readAt }) => !readAt);
  const shown = unread.length > 0 ? unread : list.slice(0, 1);
  const others = list.filter((notice) => !shown.includes(notice));
  return (
    <>
      {shown.map((notice, index) => (
        <NoticeRow key={notice.id} notice={notice} picture={notice.order?.image}>
          {others.length > 0 && index === shown.length - 1 && (
            <Button
              kind="plain"
              className="start"
              style={flush}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {tn('people.notices.more', others.length)}
            </Button>
          )}
        </NoticeRow>
      ))}
      {isOpen && others.map((notice) => <NoticeRow key={notice.id} notice={notice} format={date} />)}
    </>
  );
}

interface NoticeRowProps {
  notice: Notice;
  /** The photo of what it is about, in place of its icon. */
  picture?: string | undefined;
  /** Formats when it came: the time, where its day is the title of the rows. */
  format?: typeof time;
  children?: Children;
}

/** One notice. It leads to its subject, or shows all its words, and is marked as read by that. */
function NoticeRow({ notice, picture, format, children }: NoticeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { title, body, link, readAt } = notice;
  const href = openable(link);
  const press = () => {
    setOpen(!href);
    if (!readAt) mark(notice);
  };
  const name = withShortNumbers(title);
  const [sentence, words] = splitText(body ?? '', notice);
  return (
    <Item
      media={picture ? <Thumb src={picture} size={44} /> : <NoticeMark of={notice} />}
      title={readAt ? <span className="read">{name}</span> : <Unread>{name}</Unread>}
      figure={came(notice, format)}
      href={href}
      onPress={press}
    >
      <p className={classes('small muted', !isOpen && 'clamp')} style={threeLines}>
        {withShortNumbers(sentence)}
        {!isOpen && words && <Quoted>{words}</Quoted>}
      </p>
      {isOpen && words && <Quotation>{words}</Quotation>}
      {children}
    </Item>
  );
}

const Unread = ({ children }: { children: string }) => (
  <strong>
    <span className="sr">{labelOf(t('people.notices.new'))}</span>
    {children}
  </strong>
);
