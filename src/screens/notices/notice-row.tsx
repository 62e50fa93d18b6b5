import { useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { serverTime } from '../../data/server-time.ts';
import { date, labelOf, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { Marked, nearDate, shareLeft } from '../../ui/marked.tsx';
import type { Children } from '../../ui/props.ts';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { NoticeMark } from './notice-mark.tsx';

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

/** When a notice came, today by its time, with a dot while it waits for an act; or a ring with the date of that. */
function When({ of: { actBy, createdAt, readAt } }: { of: Notice }) {
  if (!actBy)
    return (
      <span className={classes('value', !readAt && 'dot')} data-tone="warn">
        {date(createdAt) === date(Date.now()) ? time(createdAt) : date(createdAt)}
      </span>
    );
  const now = serverTime() ?? Date.now();
  return (
    <span className="value">
      <Marked tone="warn" left={shareLeft(Date.parse(createdAt), Date.parse(actBy), now)}>
        {nearDate(actBy, now)}
      </Marked>
    </span>
  );
}

/** A failed mark shows a toast, and nothing waits for it. */
const mark = (...of: Notice[]) => void markRead(...of).catch(() => {});

/** As many pictures as a row of 320 px has room for. */
const PICTURES = 5;

/** New orders of one day in one row with their pictures: pressed, it leads to all orders. */
export function NewOrdersRow({ list }: { list: readonly [Notice, ...Notice[]] }) {
  const [first] = list;
  const pictures = new Set(list.flatMap(({ goods }) => goods?.image || []));
  return (
    <Item
      media={<NoticeMark of={first} />}
      title={<Unread>{tn('people.notices.new_orders', list.length)}</Unread>}
      figure={<When of={first} />}
      href={paths.orderList.href()}
      onPress={() => mark(...list)}
    >
      {pictures.size > 0 && (
        <div className="row tight">
          {[...pictures].slice(0, PICTURES).map((picture) => (
            <Thumb key={picture} src={picture} size={28} />
          ))}
        </div>
      )}
    </Item>
  );
}

/** A notice, with the earlier ones of its order by a press. */
export function OrderRows({ list: [notice, ...others] }: { list: readonly [Notice, ...Notice[]] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NoticeRow notice={notice}>
        {others.length > 0 && (
          <button
            type="button"
            className="hit tone"
            data-tone="info"
            aria-expanded={isOpen}
            aria-label={tn('people.notices.more_about', others.length)}
            onClick={() => setOpen(!isOpen)}
          >
            {tn('people.notices.more', others.length)}
          </button>
        )}
      </NoticeRow>
      {isOpen && others.map((other) => <EarlierRow key={other.id} notice={other} />)}
    </>
  );
}

/** Where a notice leads; or whether all its words are shown, by a press where there is nothing to open. */
function useOpening(notice: Notice) {
  const [isOpen, setOpen] = useState(false);
  const href = openable(notice.link);
  const onPress = () => {
    setOpen(!href);
    if (!notice.readAt) mark(notice);
  };
  return { isOpen, cover: { href, onPress } };
}

/** The newest of what it is about, with its picture. It leads to its subject, and is marked as read by that. */
function NoticeRow({ notice, children }: { notice: Notice; children?: Children }) {
  const { isOpen, cover } = useOpening(notice);
  const { title, goods, readAt } = notice;
  const name = goods?.name || withShortNumbers(title);
  return (
    <Item
      media={goods?.image ? <Thumb src={goods.image} size={44} /> : <NoticeMark of={notice} />}
      title={readAt ? <span className="read">{name}</span> : <Unread>{name}</Unread>}
      figure={<When of={notice} />}
      {...cover}
    >
      <Words of={notice} lead={goods?.name ? title : ''} isOpen={isOpen}>
        {children}
      </Words>
    </Item>
  );
}

/** An earlier one of the same order, under its row: its subject has its name and picture there. */
function EarlierRow({ notice }: { notice: Notice }) {
  const { isOpen, cover } = useOpening(notice);
  return (
    <Item
      media={<span style={besideText} />}
      title={<span className="read">{withShortNumbers(notice.title)}</span>}
      figure={<When of={notice} />}
      {...cover}
    >
      <Words of={notice} isOpen={isOpen} />
    </Item>
  );
}

const besideText = { flex: 'none', inlineSize: '44px' };

interface WordsProps {
  of: Notice;
  /** What happened, where the row is named otherwise. */
  lead?: string;
  isOpen: boolean;
  /** At the end of their first line. */
  children?: Children;
}

/** What a notice says: some lines of it, or all once it is open. */
function Words({ of: notice, lead, isOpen, children }: WordsProps) {
  const [sentence, words] = splitText(notice.body ?? '', notice);
  return (
    <>
      <div className="line small muted">
        <p className={classes(!isOpen && 'clamp')}>
          {lead && (
            <>
              <span className="ink">{lead}</span>
              {sentence && ' · '}
            </>
          )}
          {withShortNumbers(sentence)}
          {!isOpen && words && <Quoted>{words}</Quoted>}
        </p>
        {children}
      </div>
      {isOpen && words && <Quotation>{words}</Quotation>}
    </>
  );
}

const Unread = ({ children }: { children: string }) => (
  <strong>
    <span className="sr">{labelOf(t('people.notices.new'))}</span>
    {children}
  </strong>
);
