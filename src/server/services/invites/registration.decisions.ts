import { and, eq, inArray, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { inviteCode } from '../../../contract/invites.ts';
import { newUsername, password } from '../../../contract/session.ts';
import { after, day } from '../../platform/clock.ts';
import { requireUncommonPassword } from '../../platform/common-passwords.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { time } from '../../platform/decisions/output-types.ts';
import { newCode } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { friends, invitations } from '../../schema/invites.ts';
import { findUserByName } from '../../shops/sessions/usernames.ts';
import { openShop } from '../../shops/shop/open-shop.ts';

const maxCodes = 100;

const codeList = v.pipe(v.array(inviteCode), v.minLength(1), v.maxLength(maxCodes));

async function issueCodes(deps: Deps, wanted: string[], days: number, actor: string) {
  const { db, clock } = deps;
  const twice = wanted.find((code, at) => wanted.indexOf(code) !== at);
  if (twice) throw refuse(codes.invitationCodeDuplicated, { field: 'codes', params: { code: twice } });
  const [existing] = await db
    .select({ code: invitations.code })
    .from(invitations)
    .where(inArray(invitations.code, wanted));
  if (existing) throw refuse(codes.invitationCodeExists, { field: 'codes', params: { code: existing.code } });
  const createdAt = clock.now();
  const expiresAt = after(createdAt, days * day);
  await db.insert(invitations).values(wanted.map((code) => ({ code, actor, createdAt, expiresAt })));
  return { codes: wanted, expiresAt: expiresAt.toISOString() };
}

export const registrationDecisions = {
  invite: defineDecision({
    about: 'Gives out invitation codes of the operator, each good once; made up, or those that are named.',
    on: 'user',
    roles: ['support'],
    weight: 'plain',
    codes: [422, 423],
    input: {
      codes: v.optional(codeList),
      count: v.optional(integer(1, maxCodes), 1),
      days: v.optional(integer(1, 365), 30),
    },
    output: v.object({ codes: v.array(v.string()), expiresAt: time }),
    run: (deps, input, actor) => {
      const generateCodes = () => Array.from({ length: input.count }, () => newCode(deps.random));
      return issueCodes(deps, input.codes ?? generateCodes(), input.days, actor);
    },
  }),

  'invite-end': defineDecision({
    about: 'Ends an unused invitation code.',
    on: 'user',
    roles: ['support'],
    weight: 'plain',
    input: { code: inviteCode, reason: text },
    output: v.object({ code: v.string(), expiresAt: time }),
    run: async ({ db, clock }, input) => {
      const at = clock.now();
      const open = and(eq(invitations.code, input.code), isNull(invitations.usedAt));
      const [ended] = await db.update(invitations).set({ expiresAt: at }).where(open).returning();
      if (!ended) throw refuse(codes.recordNotFound, { field: 'code' });
      if (ended.friendId !== null)
        await db.update(friends).set({ expiresAt: at }).where(eq(friends.id, ended.friendId));
      return { code: input.code, expiresAt: at.toISOString() };
    },
  }),

  'account-prepare': defineDecision({
    about:
      'Prepares the account of a merchant who is to come: it opens with this password and an invitation code.',
    on: 'user',
    roles: ['support'],
    weight: 'plain',
    codes: [417, 418],
    input: { user: newUsername, password },
    output: v.object({ userId: v.string(), shopId: v.string() }),
    run: async (deps, input) => {
      const { db, config, random } = deps;
      const existing = await findUserByName(db, input.user);
      if (existing)
        throw refuse(existing.username === input.user ? codes.usernameExists : codes.usernameDuplicated);
      await requireUncommonPassword(input.password, 'password');
      const passwordHash = await hashPassword(input.password, config.passwordCost, random);
      return openShop(deps, { username: input.user, passwordHash, user: { status: 'prepared' } });
    },
  }),
};
