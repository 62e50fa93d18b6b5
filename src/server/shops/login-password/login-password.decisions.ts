import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { password } from '../../../contract/session.ts';
import { requireUncommonPassword } from '../../platform/common-passwords.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { count } from '../../platform/decisions/output-types.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';
import { userOf } from '../find-rows.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';

export const loginPasswordDecisions = {
  'login-password': defineDecision({
    about: 'Changes the sign-in password of a user who has named the old one; every session ends.',
    on: 'user',
    roles: ['support'],
    weight: 'plain',
    codes: [421],
    input: { user: text, oldPassword: password, newPassword: password },
    output: v.object({ user: v.string(), ended: count }),
    run: async (deps, input) => {
      const { db, config, random } = deps;
      const user = await userOf(deps.db, input.user);
      if (!(await verifyPassword(input.oldPassword, user.passwordHash, config.passwordCost)))
        throw refuse(codes.oldPasswordIncorrect, { field: 'oldPassword' });
      await requireUncommonPassword(input.newPassword, 'newPassword');
      const passwordHash = await hashPassword(input.newPassword, config.passwordCost, random);
      await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
      return { user: user.username, ended: await revokeSessions(deps, user.id) };
    },
  }),
};
