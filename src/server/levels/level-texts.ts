import { formatMoney } from '../../contract/money.ts';
import type { ShopRow } from '../shop/shop-row.ts';
import { saidMoment, saidMoney } from '../texts/said.ts';
import { textOf } from '../texts/texts.ts';
import type { LevelChange } from './level-change.ts';

interface Reader {
  lang: string;
  shop: Pick<ShopRow, 'currency' | 'timeZone'>;
}

const say = (lang: string, key: string, params: Record<string, string> = {}): string =>
  textOf('terms', key, lang, params) ?? '';

/** When and how a level's deposit comes back. */
export const depositRule = (
  { lang, shop }: Reader,
  { deposit, returnsAt }: { deposit: bigint; returnsAt: Date },
): string => {
  if (deposit === 0n) return say(lang, 'level_refund_none');
  return say(lang, 'level_refund', { date: saidMoment(returnsAt.toISOString(), shop.timeZone, lang) });
};

/** The same for a change of level: a lower one gives back what it no longer needs. */
export function changeRule(reader: Reader, change: LevelChange): string {
  const { lang, shop } = reader;
  const { returns, returnsAt, depositRequired } = change;
  if (returns === 0n) return depositRule(reader, { deposit: depositRequired, returnsAt });
  return say(lang, 'level_down', {
    amount: saidMoney(formatMoney(returns), shop.currency, lang),
    date: saidMoment(returnsAt.toISOString(), shop.timeZone, lang),
  });
}
