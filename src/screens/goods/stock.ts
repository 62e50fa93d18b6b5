import { LOW_STOCK } from '../../contract/counts.ts';
import { number, t, tn } from '../../lang/index.ts';

/** As many pieces as a few orders take: what is less is named. */
export const few = LOW_STOCK;

/** Returns how many pieces are left. */
export const stockText = (stock: number) =>
  stock > 0 ? tn('goods.in_stock', stock) : t('goods.out_of_stock');

/** Returns how many days something takes: "3–9 days". */
export const daysText = ({ min, max }: { min: number; max: number }) =>
  tn('goods.days', max, { days: min === max ? number(max) : `${number(min)}–${number(max)}` });
