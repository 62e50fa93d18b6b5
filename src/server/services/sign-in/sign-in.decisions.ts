import { and, eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { newUsername } from '../../../contract/session.ts';
import type { Deps } from '../../platform/context.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { count, time } from '../../platform/decisions/output-types.ts';
import { newCode } from '../../platform/ids.ts';
import { noPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';
import { userOf } from '../../shops/find-rows.ts';
import { notify } from '../../shops/notices/notify.ts';
import { authorize } from '../../shops/sessions/authorize.ts';
import { revokeSessions } from '../../shops/sessions/revoke-sessions.ts';
import { findUserByName } from '../../shops/sessions/usernames.ts';
import { openShop } from '../../shops/shop/open-shop.ts';

type User = typeof users.$inferSelect;

const session = { token: v.string(), expiresAt: time };

const sessionFor = async (deps: Deps, user: User) => {
  const { token, expiresAt } = await authorize(deps, user);
  return { token, expiresAt: expiresAt.toISOString() };
};

/** Returns a free username: the wanted one, or it with some letters appended. A partner's id is none: its merchant does not know it. */
async function freeName({ db, random }: Deps, wanted: string | undefined): Promise<string> {
  const fits = v.safeParse(newUsername, wanted);
  const base = fits.success ? fits.output.slice(0, 54) : 'merchant';
  if (fits.success && !(await findUserByName(db, fits.output))) return fits.output;
  for (;;) {
    const name = `${base}-${newCode(random).slice(0, 6)}`;
    if (!(await findUserByName(db, name))) return name;
  }
}

const findByPartnerRef = async ({ db }: Deps, partnerRef: string): Promise<User | undefined> =>
  (await db.select().from(users).where(eq(users.partnerRef, partnerRef)))[0];

/** The partner's own id of a user; one that begins like an id of Souk could be confused with another user's. */
const partnerRef = v.pipe(
  text,
  v.maxLength(128),
  v.regex(
    /^(?![uU][sS][rR]_)/,
    'write your own id of the user, which must not begin with "usr_" as those of Souk do',
  ),
);

/**
 * Returns a user that the partner opened, by the partner's id or by Souk's. A username is not accepted: it could be
 * that of a merchant who registered with Souk and never agreed to that partner.
 * @throws Refusal 404 `not_opened_by_partner`
 */
async function findOpenedUser(deps: Deps, named: string): Promise<User> {
  const byPartner = await findByPartnerRef(deps, named);
  if (byPartner) return byPartner;
  const opened = and(eq(users.id, named), isNotNull(users.partnerRef));
  const [byId] = await deps.db.select().from(users).where(opened);
  if (byId) return byId;
  throw refuse(codes.recordNotFound, {
    field: 'user',
    reason: 'not_opened_by_partner',
    message:
      'merchant-open has opened no merchant of this id. Give your own id of the user, or the id that merchant-open answered; who registered with Souk signs in with the password.',
  });
}

/**
 * Opens a shop for a partner's user, without invitation and password: the partner's sign-in identifies the user, and
 * the terms are agreed to inside Souk.
 * @throws Refusal 439 while registration is closed, 202 while another request opens it
 */
async function openShopFor(deps: Deps, partnerRef: string, wanted: string | undefined): Promise<User> {
  const { db, clock, config } = deps;
  if (!config.signIn.registration)
    throw refuse(codes.inviteRegistrationClosed, {
      message:
        'Registration is closed (SOUK_REGISTRATION), and this user has no shop yet. Those who have one are opened as before.',
    });
  const username = await freeName(deps, wanted);
  const { shopId } = await openShop(deps, { username, passwordHash: noPassword, user: { partnerRef } });
  await notify(db, { shopId, kind: 'shop_opened', params: { username }, at: clock.now() });
  const user = await findByPartnerRef(deps, partnerRef);
  if (!user) throw new Error(`the user ${partnerRef} was opened and is not there`);
  return user;
}

/** The decisions of a partner's back end for merchants who sign in with the partner; its key allows no others. */
export const signInDecisions = {
  'merchant-open': defineDecision({
    about:
      'Opens a shop and a session for a user of your own, or a session alone where that user has a shop; `user` is your own id, `name` what the shop is called until its merchant changes it.',
    on: 'user',
    roles: ['partner'],
    weight: 'plain',
    secretReply: true,
    codes: [410, 411, 436, 437, 439, 440],
    input: { user: partnerRef, name: v.optional(text) },
    output: v.object({ id: v.string(), user: v.string(), opened: v.boolean(), ...session }),
    run: async (deps, { user: ref, name }) => {
      // Of two requests for one user, the second waits here and finds the shop of the first.
      await lockName(deps.db, `partner ${ref}`);
      const existing = await findByPartnerRef(deps, ref);
      const user = existing ?? (await openShopFor(deps, ref, name));
      return { id: user.id, user: user.username, opened: !existing, ...(await sessionFor(deps, user)) };
    },
  }),

  'session-open': defineDecision({
    about:
      'Opens a session for a merchant that merchant-open has opened: the token that your page hands to Souk. `user` is your own id, or the id that merchant-open answered.',
    on: 'user',
    roles: ['partner'],
    weight: 'plain',
    key: 'optional',
    secretReply: true,
    codes: [410, 411, 436, 437, 440],
    input: { user: text },
    output: v.object(session),
    run: async (deps, input) => sessionFor(deps, await findOpenedUser(deps, input.user)),
  }),

  'session-end': defineDecision({
    about: 'Ends every session of a merchant, who signed out with you or lost the phone.',
    on: 'user',
    roles: ['partner', 'support'],
    weight: 'plain',
    key: 'optional',
    // A username could be that of a merchant who registered with Souk: a partner signs out its own merchants only.
    inputOfPartner: async (deps, { user }) => ({ user: (await findOpenedUser(deps, String(user))).id }),
    input: { user: text },
    output: v.object({ user: v.string(), ended: count }),
    run: async (deps, input) => {
      const { id, username } = await userOf(deps.db, input.user);
      return { user: username, ended: await revokeSessions(deps, id) };
    },
  }),
};
