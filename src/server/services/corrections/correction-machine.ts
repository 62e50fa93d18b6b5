import type { correctionStates } from '../../schema/corrections.ts';

export type CorrectionState = (typeof correctionStates)[number];
export type CorrectionEvent = 'appeal' | 'uphold' | 'post' | 'drop' | 'expire';

type Row = Partial<Record<CorrectionEvent, CorrectionState>>;

/**
 * All transitions of an announced correction; any other pair is refused with 203. Only the merchant appeals, only time
 * posts, and an appeal without an answer ends it.
 */
export const correctionMachine: Record<CorrectionState, Row> = {
  waiting: { appeal: 'appealed', post: 'posted' },
  appealed: { uphold: 'waiting', drop: 'dropped', expire: 'dropped' },
  posted: {},
  dropped: {},
};

/** The event at the due date of each state. */
export const dueCorrectionEvents: Partial<Record<CorrectionState, 'post' | 'expire'>> = {
  waiting: 'post',
  appealed: 'expire',
};
