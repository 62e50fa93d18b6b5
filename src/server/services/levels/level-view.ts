import type { Output } from '../../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import { inlineMoney } from '../../platform/texts/format.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { brandOf, type Level } from '../../shops/shop/brands.ts';
import type { ShopRow } from '../../shops/shop-row.ts';
import { levelOffer } from './level-offer.ts';
import { depositRule } from './level-texts.ts';

type LevelView = Output<'GET /v1/shop/type'>['list'][number];

export interface LevelContext {
  config: Config;
  lang: string;
  shop: ShopRow;
  /** The brands with a stored authorisation. */
  brands: string[];
  /** When a deposit would be returned, if all ended today. */
  returnsAt: Date;
}

const authorisationOf = (key: Level, brands: string[]): LevelView['authorisation'] => {
  const brand = brandOf[key];
  if (brand === undefined) return 'none_needed';
  return brands.includes(brand) ? 'stored' : 'missing';
};

function requirementsOf({ config, lang, shop, brands }: LevelContext, key: Level): string[] {
  const { deposit } = levelOffer(config, key);
  const levelText = (name: string, params: Record<string, string> = {}) =>
    textOf('terms', name, lang, params) ?? '';
  const amount = inlineMoney(formatMoney(deposit), shop.currency, lang);
  const isLarge = deposit > parseMoney(config.limits.newShopDepositCap);
  return [
    ...(authorisationOf(key, brands) === 'missing'
      ? [levelText('needs_brand', { brand: brandOf[key] ?? '' })]
      : []),
    ...(deposit > 0n ? [levelText('needs_identity'), levelText('needs_deposit', { amount })] : []),
    ...(isLarge ? [levelText('needs_withdrawal')] : []),
  ];
}

/**
 * Returns a level as it is compared before a change: the specification's name, what it allows, requires and returns.
 */
export function levelView(showing: LevelContext, key: Level): LevelView {
  const { config, lang, shop, brands, returnsAt } = showing;
  const { deposit, fee } = levelOffer(config, key);
  return {
    id: key,
    key,
    name: textOf('level', key, lang) ?? key,
    goodsCap: config.limits.goodsByLevel[key],
    deposit: formatMoney(deposit),
    fee: formatMoney(fee),
    requirements: requirementsOf(showing, key),
    refundRule: depositRule({ lang, shop }, { deposit, returnsAt }),
    authorisation: authorisationOf(key, brands),
  };
}
