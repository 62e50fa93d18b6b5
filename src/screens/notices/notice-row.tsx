import { type CSSProperties, useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { serverTime } from '../../data/server-time.ts';
import { date, labelOf, money, number, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { lastDayLeft, Marked, nearDate } from '../../ui/marked.tsx';
import type { Children } from '../../ui/props.ts';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { NoticeMark, NoticePicture } from './notice-mark.tsx';

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

/** What a notice is about in figures: by when it has to be done, else its amount, else when it came. */
function Figure({ of, currency }: RowProps) {
  const { type, actBy, amount, mark, createdAt, readAt } = of;
  if (actBy) {
    const now = serverTime() ?? Date.now();
    const left = lastDayLeft(Date.parse(actBy), now);
    return (
      <span className="value">
        {left === undefined ? (
          nearDate(actBy, now)
        ) : (
          <Marked tone="warn" left={left}>
            {nearDate(actBy, now)}
          </Marked>
        )}
      </span>
    );
  }
  if (amount) {
    if (mark === 'received') return <SignedProfit amount={amount} currency={currency} tone="good" />;
    const shown = <Amount>{money(amount, currency)}</Amount>;
    // The price of an order moved nothing in the balance.
    return type === 'order' ? <span className="value">{shown}</span> : shown;
  }
  const isOfToday = date(createdAt) === date(Date.now());
  if (readAt) return isOfToday && <span className="value">{time(createdAt)}</span>;
  return (
    <span className="value dot" data-tone="warn">
      {isOfToday ? time(createdAt) : date(createdAt)}
    </span>
  );
}

/** A failed mark shows a toast, and nothing waits for it. */
const mark = (...of: Notice[]) => void markRead(...of).catch(() => {});

/** The kinds of which those that wait are one row, as they are answered in one place. */
const gathered = {
  order_placed: { text: 'people.notices.new_orders', href: () => paths.orderList.href() },
  comment_received: {
    text: 'people.notices.new_reviews',
    href: () => paths.orderComment.href({ state: 'unanswered' }),
  },
} as const;
export type GatheredKind = keyof typeof gathered;
export const gatheredKinds = Object.keys(gathered) as GatheredKind[];

/** As many pictures as a row of 320 px has room for. */
const PICTURES = 5;

interface RowProps {
  of: Notice;
  currency: string | undefined;
}

export interface RowsProps {
  list: readonly [Notice, ...Notice[]];
  currency: string | undefined;
}

/** Several notices of a kind, in one row with their pictures: pressed, it leads to all that they are about. */
export function GatheredRow({ list, currency, kind }: RowsProps & { kind: GatheredKind }) {
  const [first] = list;
  const { text, href } = gathered[kind];
  const pictures = new Set(list.flatMap(({ goods }) => goods?.image || []));
  return (
    <Item
      media={<NoticeMark of={first} />}
      title={<Unread>{tn(text, list.length)}</Unread>}
      figure={<Figure of={first} currency={currency} />}
      href={href()}
      onPress={() => mark(...list)}
      note={
        pictures.size > 0 && (
          <span className="row tight">
            {[...pictures].slice(0, PICTURES).map((picture) => (
              <Thumb key={picture} src={picture} size={28} />
            ))}
          </span>
        )
      }
      next
    />
  );
}

/** A notice, with the earlier ones of its order by a press. */
export function OrderRows({ list: [notice, ...others], currency }: RowsProps) {
  const [isOpen, setOpen] = useState(false);
  const more = others.length > 0 && (
    <button
      type="button"
      className="hit tone"
      data-tone="info"
      aria-expanded={isOpen}
      aria-label={tn('people.notices.more_about', others.length)}
      onClick={() => setOpen(!isOpen)}
    >
      <span className="row near opens">{t('people.notices.more', { count: number(others.length) })}</span>
    </button>
  );
  return (
    <>
      <NoticeRow of={notice} currency={currency} more={more || undefined} />
      {isOpen && others.map((other) => <EarlierRow key={other.id} of={other} currency={currency} />)}
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

/** What happened to what, with its picture. It leads to its subject, and is marked as read by that. */
function NoticeRow({ of, currency, more }: RowProps & { more: Children }) {
  const { isOpen, cover } = useOpening(of);
  const { goods, readAt } = of;
  const title = withShortNumbers(of.title);
  const isNew = readAt ? '' : labelOf(t('people.notices.new'));
  return (
    <Item
      media={<NoticePicture of={of} />}
      title={readAt ? title : <Unread>{title}</Unread>}
      label={goods?.name ? `${isNew}${title}, ${goods.name}` : undefined}
      figure={<Figure of={of} currency={currency} />}
      note={<Words of={of} name={goods?.name} isOpen={isOpen} />}
      noteFigure={readAt ? more : undefined}
      next={!readAt}
      {...cover}
    >
      {/* Apart from the chevron of a row that waits, which leads elsewhere. */}
      {!readAt && more && <div className="small">{more}</div>}
    </Item>
  );
}

/** An earlier one of the same order, under its row: its subject has its name and picture there. */
function EarlierRow({ of, currency }: RowProps) {
  const { isOpen, cover } = useOpening(of);
  return (
    <Item
      media={<span style={besideText} />}
      title={<span className="read">{withShortNumbers(of.title)}</span>}
      figure={<Figure of={of} currency={currency} />}
      note={<Words of={of} isOpen={isOpen} />}
      {...cover}
    />
  );
}

const besideText = { flex: 'none', inlineSize: '44px' };

interface WordsProps {
  of: Notice;
  /** Of its goods. */
  name?: string | undefined;
  isOpen: boolean;
}

/** What an act of the merchant's prevents is not cut. */
const waiting = { '--lines': 4 } as CSSProperties;

/** What it is about and what that means: some lines of it, or all once it is open. */
function Words({ of, name, isOpen }: WordsProps) {
  const [sentence, words] = splitText(of.body ?? '', of);
  return (
    <>
      <span className={classes(!isOpen && 'clamp')} style={of.readAt ? undefined : waiting}>
        {name && <span className="ink">{name}</span>}
        {name && sentence && ' · '}
        {withShortNumbers(sentence)}
        {!isOpen && words && <Quoted>{words}</Quoted>}
      </span>
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
