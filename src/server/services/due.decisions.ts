import { anchorText, createAnchor } from '../ledger/anchors.ts';
import { type Decision, defineDecision } from '../platform/decisions/define-decision.ts';
import { runDue } from './run-due.ts';

const tick: Decision = {
  ...defineDecision('Does what is due now, without waiting for the next round.', {}, (deps) => runDue(deps), {
    key: 'optional',
  }),
  ownTransactions: true,
};

const anchor: Decision = {
  ...defineDecision(
    'Makes an anchor of the ledger now; keep it outside, and compare by npm run audit -- --anchor.',
    {},
    async (deps) => {
      const made = await createAnchor(deps);
      return { anchor: anchorText(made), at: made.at.toISOString() };
    },
    { key: 'optional' },
  ),
  ownTransactions: true,
};

export const dueDecisions = {
  tick,
  anchor,
};
