import type { rechargeSteps, results } from '../../../contract/status.ts';
import type { recharges } from '../../schema/recharges.ts';

type RechargeStep = (typeof rechargeSteps)[number];
/** The steps of the contract, and of a rejected one whether its money came: set apart, or sent back to its sender. */
type RechargeState = RechargeStep | 'set_apart' | 'sent_back';
export type RechargeEvent = 'confirm' | 'reject' | 'set_apart' | 'send_back' | 'credit' | 'review_again';

/**
 * All transitions; any other pair is refused with 203. What was refused is credited, or reviewed once more, only after
 * an appeal that was right, and never once its money has gone back.
 */
export const rechargeMachine: Record<RechargeState, Partial<Record<RechargeEvent, RechargeState>>> = {
  under_review: { confirm: 'confirmed', reject: 'rejected', set_apart: 'set_apart' },
  rejected: { review_again: 'under_review' },
  set_apart: { credit: 'confirmed', send_back: 'sent_back' },
  confirmed: {},
  sent_back: {},
};

/** Returns the step that is stored and answered for a state. */
export const stepOf = (state: RechargeState): RechargeStep =>
  state === 'set_apart' || state === 'sent_back' ? 'rejected' : state;

/** Returns the state of a row; its step is only a part of it. */
export function stateOf({ step, arrived, sentBackAt }: typeof recharges.$inferSelect): RechargeState {
  if (step !== 'rejected' || arrived === null) return step;
  return sentBackAt === null ? 'set_apart' : 'sent_back';
}

/** The specification's three results, by step. */
export const resultOf: Record<RechargeStep, (typeof results)[number]> = {
  under_review: 'moderated',
  confirmed: 'completed',
  rejected: 'failed',
};
