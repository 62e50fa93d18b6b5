import type { Output } from '../contract/calls.ts';
import { type TextKey, t, tn, weekTime } from '../lang/first.ts';
import { dayMs, inline, isolateText, money, number, weekDate } from '../lang/index.ts';

type Today = Output<'POST /v1/today'>;
type Act = Today['acts'][number];

interface ActTexts {
  title: string;
  /** What it is about, where the title names what to do. */
  goods?: string | undefined;
  /** Until when, where the row has no room for the note. */
  at?: string | undefined;
  /** By when, or why. */
  note?: string | undefined;
  /** The money of it. */
  sum?: string | undefined;
  /** The price that keeps the margin of what was removed. */
  price?: string | undefined;
  /** Until when it lasts. */
  until?: string | undefined;
}

/** Returns a date as it is read at a moment of the server's clock: the next days by their names. */
const near = (by: string, asOf: string) =>
  Date.parse(by) - Date.parse(asOf) < 6 * dayMs ? weekTime(by) : weekDate(by);

/** Returns what a row of what waits says. An act of a kind that this version does not know has only its title. */
export function actTexts(act: Act, { asOf, still }: Pick<Today, 'asOf' | 'still'>): ActTexts {
  const { kind, reason, title, count, by, amount } = act;
  const goods = title ?? '';
  const sum = amount ? money(amount) : undefined;
  const at = by ? near(by, asOf) : '';
  switch (kind) {
    case 'restriction':
      return {
        title: t(`today.restriction.${reason}` as TextKey),
        note: still ? t(`today.still.${still}`) : undefined,
        until: at && t('today.until', { at }),
      };
    case 'case':
      return {
        title: t(`today.case.${reason}` as TextKey),
        goods: isolateText(goods),
        at,
        note: t('today.answer_by', { at }),
        sum,
      };
    case 'pay':
      return {
        title: tn('shop.waiting', count),
        note: t('shop.waiting_due', { at }),
        sum,
      };
    case 'delisted':
      return {
        title: t(`today.off.${reason}` as TextKey),
        note: isolateText(goods),
        price: amount ? inline(money(amount)) : undefined,
      };
    case 'stock':
      return { title: t('today.stock', { count: number(count) }), note: title ?? undefined };
    case 'identity':
      return { title: t('today.identity'), note: t('today.identity_again') };
    case 'deposit':
      return { title: t('today.deposit'), note: t('today.deposit_note'), sum };
    case 'reviews':
      return { title: t('today.reviews', { count: number(count) }) };
    default:
      return { title: goods };
  }
}

/** Returns whether an act has to be done within a day, or restricts the shop: its row stands out. */
export const isUrgent = ({ kind, by }: Act, asOf: string): boolean =>
  kind === 'restriction' || (by !== null && Date.parse(by) - Date.parse(asOf) < dayMs);
