import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { permissions } from '../../../contract/status.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { users } from '../../schema/session.ts';
import { userOf } from '../find-rows.ts';

export const permissionDecisions = {
  permit: defineDecision({
    about: 'Gives a user a permission beyond the own shop, or takes it back.',
    on: 'user',
    roles: ['lead'],
    weight: 'plain',
    input: {
      user: text,
      permission: v.picklist(permissions),
      take: v.optional(v.boolean(), false),
    },
    output: v.object({ user: v.string(), permissions: v.array(v.string()) }),
    run: async (deps, input) => {
      const user = await userOf(deps.db, input.user);
      const others = user.permissions.filter((one) => one !== input.permission);
      const now = input.take ? others : [...others, input.permission];
      await deps.db.update(users).set({ permissions: now }).where(eq(users.id, user.id));
      return { user: user.username, permissions: now };
    },
  }),
};
