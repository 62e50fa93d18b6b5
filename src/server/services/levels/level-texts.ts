import { formatMoney } from '../../../contract/money.ts';
import { displayDateTime, inlineMoney } from '../../platform/texts/format.ts';
import { textOf } from '../../platform/texts/texts.ts';
import type { ShopRow } from '../../shops/shop-row.ts';
import type { LevelChange } from './level-amounts.ts';

interface Reader {
  lang: string;
  shop: Pick<ShopRow, 'currency' | 'timeZone'>;
}

const levelText = (lang: string, key: string, params: Record<string, string> = {}): string =>
  textOf('terms', key, lang, params) ?? '';

/** Returns the text on when and how a level's deposit is returned. */
export const depositRule = (
  { lang, shop }: Reader,
  { deposit, returnsAt }: { deposit: bigint; returnsAt: Date },
): string => {
  if (deposit === 0n) return levelText(lang, 'level_refund_none');
  return levelText(lang, 'level_refund', {
    date: displayDateTime(returnsAt.toISOString(), shop.timeZone, lang),
  });
};

/** Returns the same for a change of level, after what the deposit has above it, which is returned. */
export function changeRule(reader: Reader, change: LevelChange): string {
  const { lang, shop } = reader;
  const { fee, returns, returnsAt, depositRequired } = change;
  const rule = depositRule(reader, { deposit: depositRequired, returnsAt });
  if (returns === 0n) return rule;
  const surplus = levelText(lang, 'level_down', {
    amount: inlineMoney(formatMoney(returns), shop.currency, lang),
    date: displayDateTime(returnsAt.toISOString(), shop.timeZone, lang),
  });
  // The rule also says that a fee is not refunded: a change that costs none needs only what comes back.
  return fee === 0n ? surplus : `${surplus} ${rule}`;
}
