import type { Output } from '../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Config } from '../config/config.ts';
import type { ShopRow } from '../shop/shop-row.ts';
import { saidMoney } from '../texts/said.ts';
import { textOf } from '../texts/texts.ts';
import { brandOf, type Level } from './brands.ts';
import { levelOffer } from './level-offer.ts';
import { depositRule } from './level-texts.ts';

type LevelView = Output<'GET /v1/shop/type'>['list'][number];

export interface Showing {
  config: Config;
  lang: string;
  shop: ShopRow;
  /** The brands with a stored authorisation. */
  brands: string[];
  /** When a deposit would come back, if all ended today. */
  returnsAt: Date;
}

const authorisationOf = (key: Level, brands: string[]): LevelView['authorisation'] => {
  const brand = brandOf[key];
  if (brand === undefined) return 'none_needed';
  return brands.includes(brand) ? 'stored' : 'missing';
};

function requirementsOf({ config, lang, shop, brands }: Showing, key: Level): string[] {
  const { deposit } = levelOffer(config, key);
  const say = (name: string, params: Record<string, string> = {}) =>
    textOf('terms', name, lang, params) ?? '';
  const amount = saidMoney(formatMoney(deposit), shop.currency, lang);
  const isLarge = deposit > parseMoney(config.limits.newShopDepositCap);
  return [
    ...(authorisationOf(key, brands) === 'missing'
      ? [say('needs_brand', { brand: brandOf[key] ?? '' })]
      : []),
    ...(deposit > 0n ? [say('needs_identity'), say('needs_deposit', { amount })] : []),
    ...(isLarge ? [say('needs_withdrawal')] : []),
  ];
}

/** A level as it is compared before a change: the specification's name, what it allows, wants and gives back. */
export function levelView(showing: Showing, key: Level): LevelView {
  const { config, lang, shop, brands, returnsAt } = showing;
  const { deposit, fee } = levelOffer(config, key);
  return {
    ...{ id: key, key, name: textOf('level', key, lang) ?? key, goodsCap: config.limits.goodsByLevel[key] },
    ...{ deposit: formatMoney(deposit), fee: formatMoney(fee) },
    requirements: requirementsOf(showing, key),
    refundRule: depositRule({ lang, shop }, { deposit, returnsAt }),
    authorisation: authorisationOf(key, brands),
  };
}
