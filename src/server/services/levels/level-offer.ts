import { parseMoney } from '../../../contract/money.ts';
import { shopLevels } from '../../../contract/status.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Level } from '../../shops/shop/brands.ts';

/** The price of a level, in 10^-6: the whole deposit it requires, and the fee for moving up to it. */
export interface LevelOffer {
  key: Level;
  deposit: bigint;
  fee: bigint;
}

export const levelOffer = ({ limits }: Pick<Config, 'limits'>, key: Level): LevelOffer => ({
  key,
  deposit: parseMoney(limits.depositByLevel[key]),
  fee: parseMoney(limits.feeByLevel[key]),
});

/** Returns the level of an id, which is its key; undefined where there is none. */
export const levelOf = (id: string): Level | undefined => shopLevels.find((level) => level === id);

export const isHigher = (level: Level, than: Level): boolean =>
  shopLevels.indexOf(level) > shopLevels.indexOf(than);
