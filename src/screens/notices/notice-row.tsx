import { type CSSProperties, useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { labelOf, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';
import { NoticeMark } from './notice-mark.tsx';

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

const threeLines = { '--lines': 3 } as CSSProperties;

/** When a notice came, with a dot while it is unread. */
const came = ({ createdAt, readAt }: Notice) => (
  <span className={classes('value', !readAt && 'dot')} data-tone="info">
    {time(createdAt)}
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

/** One notice. It leads to its subject, or shows all its words, and is marked as read by that. */
export function NoticeRow({ notice }: { notice: Notice }) {
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
      media={<NoticeMark of={notice} />}
      title={readAt ? <span className="read">{name}</span> : <Unread>{name}</Unread>}
      figure={came(notice)}
      href={href}
      onPress={press}
    >
      <p className={classes('small muted', !isOpen && 'clamp')} style={threeLines}>
        {withShortNumbers(sentence)}
        {!isOpen && words && <Quoted>{words}</Quoted>}
      </p>
      {isOpen && words && <Quotation>{words}</Quotation>}
    </Item>
  );
}

const Unread = ({ children }: { children: string }) => (
  <strong>
    <span className="sr">{labelOf(t('people.notices.new'))}</span>
    {children}
  </strong>
);
