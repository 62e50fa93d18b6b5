import { paths } from '../../paths.ts';

export const periods = ['month', 'previous_month', 'all'] as const;
export type Period = (typeof periods)[number];
export const sorts = ['earned', 'lost', 'sold'] as const;
export type Sort = (typeof sorts)[number];

export interface View {
  period: Period;
  sort: Sort;
}

/** Returns the address of a view. */
export const hrefOf = ({ period, sort }: View): string =>
  paths.earnings.href({
    period: period === 'month' ? undefined : period,
    sort: sort === 'earned' ? undefined : sort,
  });
