import type { Output } from '../../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { levelBrands } from '../../../contract/status.ts';
import type { Config } from '../../platform/config/config.ts';
import { inlineMoney } from '../../platform/texts/format.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { isAuthorised, type Level } from '../../shops/shop/brands.ts';
import type { ShopRow } from '../../shops/shop-row.ts';
import { levelOffer } from './level-offer.ts';
import { depositRule } from './level-texts.ts';

type LevelView = Output<'GET /v1/shop/type'>['list'][number];

type RequirementState = NonNullable<LevelView['requirementStates']>[number];

/** What a shop has of that which levels require. */
interface LevelStanding {
  isVerified: boolean;
  hasWithdrawn: boolean;
  /** Its deposit, in 10^-6. */
  deposit: bigint;
}

export interface LevelContext {
  config: Config;
  lang: string;
  shop: ShopRow;
  standing: LevelStanding;
  /** When a deposit would be returned, if all ended today. */
  returnsAt: Date;
}

const authorisationOf = (showing: LevelContext, key: Level): LevelView['authorisation'] => {
  if (levelBrands[key] === undefined) return 'none_needed';
  return isAuthorised(showing, key) ? 'granted' : 'missing';
};

/** Returns what a level requires, and what of it the shop has. */
function requirementStatesOf(showing: LevelContext, key: Level): RequirementState[] {
  const { config, standing } = showing;
  const { deposit } = levelOffer(config, key);
  const authorisation = authorisationOf(showing, key);
  const plain = (code: RequirementState['code'], isMet: boolean) => ({
    code,
    needed: null,
    reached: null,
    isMet,
  });
  const there = standing.deposit;
  const isLarge = deposit > parseMoney(config.limits.newShopDepositCap);
  return [
    ...(authorisation === 'none_needed' ? [] : [plain('brand', authorisation === 'granted')]),
    ...(deposit > 0n
      ? [
          plain('identity', standing.isVerified),
          {
            code: 'deposit' as const,
            needed: formatMoney(deposit),
            reached: formatMoney(there),
            isMet: there >= deposit,
          },
        ]
      : []),
    ...(isLarge ? [plain('first_withdrawal', standing.hasWithdrawn)] : []),
  ];
}

/** Returns the sentence of a requirement; none for a brand that may be used. */
function requirementText({ lang, shop }: LevelContext, key: Level, state: RequirementState): string[] {
  const levelText = (name: string, params: Record<string, string> = {}) =>
    textOf('terms', name, lang, params) ?? '';
  if (state.code === 'identity') return [levelText('needs_identity')];
  if (state.code === 'first_withdrawal') return [levelText('needs_withdrawal')];
  if (state.code === 'brand')
    return state.isMet ? [] : [levelText('needs_brand', { brand: levelBrands[key] ?? '' })];
  return [levelText('needs_deposit', { amount: inlineMoney(state.needed ?? '', shop.currency, lang) })];
}

/**
 * Returns a level as it is compared before a change: the specification's name, what it allows, requires and returns.
 */
export function levelView(showing: LevelContext, key: Level): LevelView {
  const { config, lang, shop, returnsAt } = showing;
  const { deposit, fee } = levelOffer(config, key);
  const requirementStates = requirementStatesOf(showing, key);
  return {
    id: key,
    key,
    name: textOf('level', key, lang) ?? key,
    goodsCap: config.limits.goodsByLevel[key],
    deposit: formatMoney(deposit),
    fee: formatMoney(fee),
    requirements: requirementStates.flatMap((state) => requirementText(showing, key, state)),
    requirementStates,
    refundRule: depositRule({ lang, shop }, { deposit, returnsAt }),
    authorisation: authorisationOf(showing, key),
  };
}
