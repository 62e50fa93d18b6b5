import { and, eq, inArray, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { inviteCode } from '../../contract/invites.ts';
import { permissions } from '../../contract/permissions.ts';
import { newUsername, password } from '../../contract/session.ts';
import { after, day } from '../clock.ts';
import type { Deps } from '../context.ts';
import { newCode } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { friends, invitations } from '../schema/invites.ts';
import { users } from '../schema/session.ts';
import { userNamed } from '../session/names.ts';
import { hashPassword, verifyPassword } from '../session/passwords.ts';
import { revokeSessions } from '../session/revoke-sessions.ts';
import { openShop } from '../shop/open-shop.ts';
import { decision } from './decision.ts';
import { text, userOf, whole } from './flags.ts';

const most = 100;

/** Commas between codes; each as somebody typed it. */
const codeList = v.pipe(
  v.string(),
  v.transform((typed) => typed.split(',')),
  v.array(inviteCode),
  v.minLength(1),
  v.maxLength(most),
);

async function giveOut(deps: Deps, given: string[], days: number, actor: string) {
  const { db, clock } = deps;
  const twice = given.find((code, at) => given.indexOf(code) !== at);
  if (twice) throw refuse(codes.invitationCodeDuplicated, { field: 'codes', params: { code: twice } });
  const [there] = await db
    .select({ code: invitations.code })
    .from(invitations)
    .where(inArray(invitations.code, given));
  if (there) throw refuse(codes.invitationCodeExists, { field: 'codes', params: { code: there.code } });
  const createdAt = clock.now();
  const expiresAt = after(createdAt, days * day);
  await db.insert(invitations).values(given.map((code) => ({ code, actor, createdAt, expiresAt })));
  return { codes: given, expiresAt: expiresAt.toISOString() };
}

export const entryDecisions = {
  invite: decision(
    'Gives out invitation codes of the operator, each good once; made up, or those that are named.',
    {
      codes: v.optional(codeList),
      count: v.optional(whole(1, most), 1),
      days: v.optional(whole(1, 365), 30),
    },
    (deps, input, actor) => {
      const made = () => Array.from({ length: input.count }, () => newCode(deps.random));
      return giveOut(deps, input.codes ?? made(), input.days, actor);
    },
  ),

  'invite-end': decision(
    'Ends an invitation code that nobody has used.',
    { code: inviteCode, reason: text },
    async ({ db, clock }, input) => {
      const at = clock.now();
      const open = and(eq(invitations.code, input.code), isNull(invitations.usedAt));
      const [ended] = await db.update(invitations).set({ expiresAt: at }).where(open).returning();
      if (!ended) throw refuse(codes.recordNotFound, { field: 'code' });
      if (ended.friendId !== null)
        await db.update(friends).set({ expiresAt: at }).where(eq(friends.id, ended.friendId));
      return { code: input.code, expiresAt: at.toISOString() };
    },
  ),

  'account-prepare': decision(
    'Prepares the account of a merchant who is to come: it opens with this password and an invitation code.',
    { user: newUsername, password },
    async (deps, input) => {
      const { db, config, random } = deps;
      const there = await userNamed(db, input.user);
      if (there)
        throw refuse(there.username === input.user ? codes.usernameExists : codes.usernameDuplicated);
      const passwordHash = await hashPassword(input.password, config.passwordCost, random);
      return openShop(deps, { username: input.user, passwordHash, user: { status: 'prepared' } });
    },
  ),

  'login-password': decision(
    'Changes the sign-in password of a user who has named the old one; every session ends.',
    { user: text, 'old-password': password, 'new-password': password },
    async (deps, input) => {
      const { db, config, random } = deps;
      const user = await userOf(deps.db, input.user);
      if (!(await verifyPassword(input['old-password'], user.passwordHash, config.passwordCost)))
        throw refuse(codes.oldPasswordIncorrect, { field: 'old-password' });
      const passwordHash = await hashPassword(input['new-password'], config.passwordCost, random);
      await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
      return { user: user.username, ended: await revokeSessions(deps, user.id) };
    },
  ),

  permit: decision(
    'Gives a user a permission beyond the own shop, or takes it back.',
    { user: text, permission: v.picklist(permissions), take: v.optional(v.picklist(['yes', 'no']), 'no') },
    async (deps, input) => {
      const user = await userOf(deps.db, input.user);
      const others = user.permissions.filter((one) => one !== input.permission);
      const now = input.take === 'yes' ? others : [...others, input.permission];
      await deps.db.update(users).set({ permissions: now }).where(eq(users.id, user.id));
      return { user: user.username, permissions: now };
    },
  ),
};
