import { levelBrands } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import type { ShopRow } from '../shop-row.ts';

export type Level = ShopRow['level'];

/** Returns whether a level may be named and sold: one with a brand only where the operator says that it may use the name. */
export const isAuthorised = ({ config }: Pick<Deps, 'config'>, level: Level): boolean => {
  const brand = levelBrands[level];
  return brand === undefined || config.brands.includes(brand);
};
