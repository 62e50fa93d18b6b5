import { type Decision, defineDecision } from '../platform/decisions/define-decision.ts';
import { runDue } from './run-due.ts';

const tick: Decision = {
  ...defineDecision('Does what is due now, without waiting for the next round.', {}, (deps) => runDue(deps), {
    key: 'optional',
  }),
  ownTransactions: true,
};

export const dueDecisions = {
  tick,
};
