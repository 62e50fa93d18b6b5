import * as v from 'valibot';
import { anchorText, createAnchor } from '../ledger/anchors.ts';
import { defineDecision } from '../platform/decisions/define-decision.ts';
import { count, time } from '../platform/decisions/output-types.ts';
import { runDue } from './run-due.ts';

const tick = defineDecision({
  about: 'Does what is due now, without waiting for the next round.',
  on: 'platform',
  roles: ['lead'],
  weight: 'plain',
  key: 'optional',
  input: {},
  output: v.record(v.string(), count),
  run: (deps) => runDue(deps),
  ownTransactions: true,
});

const anchor = defineDecision({
  about: 'Makes an anchor of the ledger now; keep it outside, and compare by npm run audit -- --anchor.',
  on: 'platform',
  roles: ['lead', 'finance'],
  weight: 'plain',
  key: 'optional',
  input: {},
  output: v.object({ anchor: v.string(), at: time }),
  run: async (deps) => {
    const made = await createAnchor(deps);
    return { anchor: anchorText(made), at: made.at.toISOString() };
  },
  ownTransactions: true,
});

export const dueDecisions = {
  tick,
  anchor,
};
