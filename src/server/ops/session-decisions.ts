import { eq, or } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../refuse.ts';
import { users } from '../schema/session.ts';
import { admit } from '../session/admit.ts';
import { revokeSessions } from '../session/revoke-sessions.ts';
import { decision } from './decision.ts';
import { text } from './flags.ts';

/**
 * The user of an id or a name, letter for letter: two users of a partner may have names that differ in case only, and
 * at the sign-in those are one. An id goes first, since a name is what somebody chose.
 */
async function userOf({ db }: Pick<Deps, 'db'>, named: string) {
  const found = await db
    .select()
    .from(users)
    .where(or(eq(users.id, named), eq(users.username, named)));
  const user = found.find(({ id }) => id === named) ?? found[0];
  if (!user) throw refuse(codes.recordNotFound, { field: 'user' });
  return user;
}

/** What a partner's back end decides for the merchants that its own sign-in knows, and all that its key is good for. */
export const sessionDecisions = {
  'session-open': decision(
    'Opens a session for a merchant whom your own sign-in has recognised: the token that your page hands to Souk.',
    { user: text },
    async (deps, input) => {
      const { token, expiresAt } = await admit(deps, await userOf(deps, input.user));
      return { token, expiresAt: expiresAt.toISOString() };
    },
  ),

  'session-end': decision(
    'Ends every session of a merchant, who signed out with you or lost the phone.',
    { user: text },
    async (deps, input) => {
      const { id, username } = await userOf(deps, input.user);
      return { user: username, ended: await revokeSessions(deps, id) };
    },
  ),
};
