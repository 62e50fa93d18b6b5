import { shopLevels } from '../../../contract/status.ts';
import type { NoticeEvent } from '../notices/notify.ts';
import { isSame, type Terms } from './terms.ts';

/** The terms of one subject, with its notice. */
interface Subject {
  figuresOf(terms: Terms): Record<string, string>;
  /**
   * Returns the notice that `next` replaces `old` from a moment on; `from` is null where nothing gets worse and it
   * applies already.
   */
  toNotice(old: Terms, next: Terms, from: Date | null, at: Date): NoticeEvent;
}

const withdrawal: Subject = {
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
  figuresOf: ({ minimumDeposit }) => ({ minimumDeposit }),
  toNotice: (old, next, from, at) => ({
    kind: 'minimum_recharge_changed',
    params: { min: next.minimumDeposit, oldMin: old.minimumDeposit, from: (from ?? at).toISOString() },
  }),
};

const levels = shopLevels.map(
  (level): Subject => ({
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

const subjects = [withdrawal, platformFee, recharge, ...levels];

interface TermsChange {
  /** The terms in force for the shop, and those last announced to it. */
  now: Terms;
  before: Terms;
  next: Terms;
  raisedFrom: Date;
  at: Date;
}

/** Returns the notices of a change of terms, one for each subject with terms that differ from those last announced. */
export const termsNotices = ({ now, before, next, raisedFrom, at }: TermsChange): NoticeEvent[] =>
  subjects.flatMap(({ figuresOf, toNotice }) => {
    const isPending = !isSame(figuresOf(now), figuresOf(next));
    if (isPending) return [toNotice(now, next, raisedFrom, at)];
    if (isSame(figuresOf(before), figuresOf(next))) return [];
    return [toNotice(before, next, null, at)];
  });
