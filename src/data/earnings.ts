import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { pages } from './pages.ts';

type Answer = Output<'POST /v1/home/goods'>;
export type EarningsRow = Answer['list'][number];
export type EarningsSums = Answer['sums'];
export type EarningsFilter = Pick<Input<'POST /v1/home/goods'>, 'range' | 'sort'>;

/** What each article earned. Only where the server names the feature `earnings`. */
export const earningsResource = pages(async (input: EarningsFilter, signal) => {
  const page = await call('POST /v1/home/goods', input, { signal });
  return { ...page, list: page.list.map((row) => ({ ...row, id: row.goodsId })) };
});
