import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { time } from '../../platform/decisions/output-types.ts';
import { userOf } from '../find-rows.ts';
import { clearPayPassword } from './clear-pay-password.ts';

export const payPasswordDecisions = {
  'pay-password-clear': defineDecision({
    about:
      'Takes away a payment password that its user has lost, after making sure who it is, with a statement of reasons; the next one waits to withdraw, and there is no second time within 30 days.',
    on: 'user',
    roles: ['support'],
    weight: 'binds',
    input: { user: text, reason: text },
    output: v.object({ user: v.string(), withdrawUsableFrom: time, statementId: v.string() }),
    run: async (deps, { user: named, reason }, actor) => {
      const { id, shopId } = await userOf(deps.db, named);
      const { usableFrom, statementId } = await clearPayPassword(deps, { userId: id, shopId, reason, actor });
      return { user: id, withdrawUsableFrom: usableFrom.toISOString(), statementId };
    },
  }),
};
