import { useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { serverTime } from '../../data/server-time.ts';
import { date, labelOf, money, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { lastDayLeft, Marked, nearDate } from '../../ui/marked.tsx';
import type { Children } from '../../ui/props.ts';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { NoticeMark, NoticePicture, pictured } from './notice-mark.tsx';
import { NoticeWords, withShortNumbers } from './notice-words.tsx';

/** Returns the amount of a notice that was read; else when it came, which those of earlier days have in their heading. */
function figureOf({ type, amount, mark, createdAt, readAt }: Notice, currency: string | undefined) {
  if (amount && readAt) {
    if (mark === 'received') return <SignedProfit amount={amount} currency={currency} tone="good" />;
    const shown = <Amount>{money(amount, currency)}</Amount>;
    // The price of an order moved nothing in the balance.
    return type === 'order' ? <span className="value">{shown}</span> : shown;
  }
  if (date(createdAt) === date(Date.now())) return <span className="value">{time(createdAt)}</span>;
  return readAt ? undefined : <span className="value">{date(createdAt)}</span>;
}

/** Apart from what it belongs to. */
const below = { marginBlockStart: '4px' };

/** By when what a notice asks for has to be done. */
function Due({ of: { actBy } }: { of: Notice }) {
  if (!actBy) return null;
  const now = serverTime() ?? Date.now();
  const left = lastDayLeft(Date.parse(actBy), now);
  const words = t('people.notices.due', { at: nearDate(actBy, now) });
  if (left === undefined) return <span>{words}</span>;
  return (
    <Marked tone="warn" left={left}>
      <strong className="tone">{words}</strong>
    </Marked>
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
      media={
        <New>
          <NoticeMark of={first} />
        </New>
      }
      title={<Unread>{tn(text, list.length)}</Unread>}
      figure={figureOf(first, currency)}
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
    >
      {first.actBy && (
        <p className="small muted" style={below}>
          <Due of={first} />
        </p>
      )}
    </Item>
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
      onClick={() => setOpen(!isOpen)}
    >
      <span className="row near opens" style={{ whiteSpace: 'nowrap' }}>
        {tn('people.notices.earlier', others.length)}
      </span>
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
      media={
        readAt ? (
          <NoticePicture of={of} />
        ) : (
          <New>
            <NoticePicture of={of} />
          </New>
        )
      }
      title={readAt ? title : <Unread>{title}</Unread>}
      label={goods?.name ? `${isNew}${title}, ${goods.name}` : undefined}
      figure={figureOf(of, currency)}
      note={<NoticeWords of={of} name={goods?.name} isOpen={isOpen} />}
      noteFigure={readAt ? more : undefined}
      next={!readAt}
      {...cover}
    >
      {!readAt && (of.actBy || more) && (
        <div className="row wrap small muted" style={below}>
          <Due of={of} />
          {more}
        </div>
      )}
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
      figure={figureOf(of, currency)}
      note={<NoticeWords of={of} isOpen={isOpen} />}
      {...cover}
    />
  );
}

const besideText = { flex: 'none', inlineSize: '44px' };

const Unread = ({ children }: { children: string }) => (
  <strong>
    <span className="sr">{labelOf(t('people.notices.new'))}</span>
    {children}
  </strong>
);

/** The dot of a notice that is not read, beside its picture; its title has the word for readers. */
const New = ({ children }: { children: Children }) => (
  <span style={pictured}>
    <span className="dot" data-tone="warn" style={besidePicture} />
    {children}
  </span>
);

/** In the middle of the room before the picture. */
const besidePicture = {
  position: 'absolute',
  insetInlineStart: '-11.5px',
  insetBlockStart: 'calc(50% - 3px)',
} as const;
