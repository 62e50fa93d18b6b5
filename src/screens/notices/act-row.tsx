import { openable } from '../../data/host.ts';
import type { Notice } from '../../data/notices.ts';
import type { Today } from '../../data/today.ts';
import { ActMark } from '../../ui/act.tsx';
import { actTexts } from '../../ui/act-texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';

type Act = Today['acts'][number];

/** The kinds of notices that ask for the act; nothing notifies of a deposit that falls short. */
const kindsOf: Readonly<Record<Act['kind'], readonly string[]>> = {
  restriction: ['restriction_placed', 'restriction_renewed'],
  case: ['case_opened'],
  pay: ['order_placed'],
  delisted: ['goods_cost_change', 'goods_withdrawn', 'goods_policy'],
  stock: ['goods_stock_out'],
  identity: ['identity_rejected'],
  deposit: [],
  reviews: ['comment_received'],
};

/** Returns whether a notice asks for the act. Of cases and of goods each is an act. */
const asksFor = ({ kind = '', link, goods }: Notice, act: Act): boolean => {
  if (!kindsOf[act.kind]?.includes(kind)) return false;
  if (act.kind === 'case') return link === act.path;
  return act.kind !== 'delisted' || goods?.name === act.title;
};

/**
 * Returns the acts that fewer unread notices ask for than they are about: some were read, are on a later page, or never
 * were there.
 */
export const withoutNotice = (acts: readonly Act[], notices: readonly Notice[]): Act[] =>
  acts.filter((act) => {
    const unread = notices.filter((notice) => !notice.readAt && asksFor(notice, act));
    return unread.length < act.count;
  });

/** Returns whether the row of an act stands for a notice: both lead to the same, or it is of all orders to pay. */
const standsFor = (act: Act, notice: Notice): boolean =>
  asksFor(notice, act) && (act.kind === 'pay' || act.path === notice.link);

/** Returns the notices without those that were read where the row of their act is still shown. */
export const withoutAct = (notices: readonly Notice[], acts: readonly Act[]): Notice[] =>
  notices.filter((notice) => !notice.readAt || !acts.some((act) => standsFor(act, notice)));

/** An act as a row below the notices that are unread. */
export function ActRow({ of: act, today }: { of: Act; today: Today }) {
  const { title, goods, note, sum, until } = actTexts(act, today);
  return (
    <Item
      media={<ActMark of={{ ...act, images: act.images.slice(0, 1) }} />}
      title={title}
      figure={<span className="value">{sum ? <Amount>{sum}</Amount> : until}</span>}
      note={goods ?? note}
      href={openable(act.path)}
      next
    >
      {goods && note && <p className="small muted">{note}</p>}
    </Item>
  );
}
