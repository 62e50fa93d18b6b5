import { shopLevels } from '../../../contract/status.ts';
import type { NoticeEvent } from '../notices/notify.ts';
import { isSame, type Terms } from './terms.ts';

/** The terms of one subject, with its notice and the screen that shows them, if one does. */
interface Subject {
  link: string | null;
  figuresOf(terms: Terms): Record<string, string | number>;
  /**
   * Returns the notice that `next` replaces `old` from a moment on; `from` is null where nothing gets worse and it
   * applies already.
   */
  toNotice(old: Terms, next: Terms, from: Date | null, at: Date): NoticeEvent;
}

const withdrawal: Subject = {
  link: '/withdraw',
  figuresOf: ({ minimumWithdrawal, withdrawalFeePercent, withdrawalFeeMinimum }) => ({
    minimumWithdrawal,
    withdrawalFeePercent,
    withdrawalFeeMinimum,
  }),
  toNotice: (old, next, from) => {
    const params = {
      min: next.minimumWithdrawal,
      percent: next.withdrawalFeePercent,
      least: next.withdrawalFeeMinimum,
      oldMin: old.minimumWithdrawal,
      oldPercent: old.withdrawalFeePercent,
      oldLeast: old.withdrawalFeeMinimum,
    };
    if (from) return { kind: 'terms_raised', params: { ...params, from: from.toISOString() } };
    return { kind: 'terms_lowered', params };
  },
};

const platformFee: Subject = {
  link: '/goodsList',
  figuresOf: ({ platformFeePercent }) => ({ platformFeePercent }),
  toNotice: (old, next, from, at) => ({
    kind: 'platform_fee_changed',
    params: {
      percent: next.platformFeePercent,
      oldPercent: old.platformFeePercent,
      from: (from ?? at).toISOString(),
    },
  }),
};

const recharge: Subject = {
  link: '/recharge',
  figuresOf: ({ minimumDeposit }) => ({ minimumDeposit }),
  toNotice: (old, next, from, at) => ({
    kind: 'minimum_recharge_changed',
    params: { min: next.minimumDeposit, oldMin: old.minimumDeposit, from: (from ?? at).toISOString() },
  }),
};

const levels = shopLevels.map(
  (level): Subject => ({
    link: '/upgrade',
    figuresOf: ({ feeByLevel, depositByLevel }) => ({
      fee: feeByLevel[level],
      deposit: depositByLevel[level],
    }),
    toNotice: (old, next, from, at) => ({
      kind: 'level_terms_changed',
      params: {
        level,
        fee: next.feeByLevel[level],
        deposit: next.depositByLevel[level],
        oldFee: old.feeByLevel[level],
        oldDeposit: old.depositByLevel[level],
        from: (from ?? at).toISOString(),
      },
    }),
  }),
);

const goodsOfLevels = shopLevels.map(
  (level): Subject => ({
    link: '/upgrade',
    figuresOf: ({ goodsByLevel }) => ({ goods: goodsByLevel[level] }),
    toNotice: (old, next, from, at) => ({
      kind: 'level_goods_changed',
      params: {
        level,
        cap: String(next.goodsByLevel[level]),
        oldCap: String(old.goodsByLevel[level]),
        from: (from ?? at).toISOString(),
      },
    }),
  }),
);

/** The name of each period in texts. */
const periodNames = {
  payByHours: 'pay_by',
  autoAcceptDays: 'auto_accept',
  returnWindowDays: 'return_window',
  afterSaleHours: 'after_sale',
  appealDays: 'appeal',
} as const;
const periods = Object.keys(periodNames) as (keyof typeof periodNames)[];

const durationOf = (period: keyof typeof periodNames, length: number): string =>
  period.endsWith('Hours') ? `PT${length}H` : `P${length}D`;

const periodSubjects = periods.map(
  (period): Subject => ({
    link: null,
    figuresOf: (terms) => ({ length: terms[period] }),
    toNotice: (old, next, from, at) => ({
      kind: 'period_changed',
      params: {
        period: periodNames[period],
        length: durationOf(period, next[period]),
        oldLength: durationOf(period, old[period]),
        from: (from ?? at).toISOString(),
      },
    }),
  }),
);

const subjects = [withdrawal, platformFee, recharge, ...levels, ...goodsOfLevels, ...periodSubjects];

interface TermsChange {
  /** The terms in force for the shop, and those last announced to it. */
  now: Terms;
  before: Terms;
  next: Terms;
  raisedFrom: Date;
  at: Date;
}

/** Returns the notices of a change of terms, one for each subject with terms that differ from those last announced. */
export const termsNotices = ({
  now,
  before,
  next,
  raisedFrom,
  at,
}: TermsChange): (NoticeEvent & { link: string | null })[] =>
  subjects.flatMap(({ link, figuresOf, toNotice }) => {
    const isPending = !isSame(figuresOf(now), figuresOf(next));
    if (isPending) return [{ ...toNotice(now, next, raisedFrom, at), link }];
    if (isSame(figuresOf(before), figuresOf(next))) return [];
    return [{ ...toNotice(before, next, null, at), link }];
  });
