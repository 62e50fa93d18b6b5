import { admit } from '../session/admit.ts';
import { revokeSessions } from '../session/revoke-sessions.ts';
import { decision } from './decision.ts';
import { text, userOf } from './flags.ts';

/** What a partner's back end decides for the merchants that its own sign-in knows, and all that its key is good for. */
export const sessionDecisions = {
  'session-open': decision(
    'Opens a session for a merchant whom your own sign-in has recognised: the token that your page hands to Souk.',
    { user: text },
    async (deps, input) => {
      const { token, expiresAt } = await admit(deps, await userOf(deps.db, input.user));
      return { token, expiresAt: expiresAt.toISOString() };
    },
  ),

  'session-end': decision(
    'Ends every session of a merchant, who signed out with you or lost the phone.',
    { user: text },
    async (deps, input) => {
      const { id, username } = await userOf(deps.db, input.user);
      return { user: username, ended: await revokeSessions(deps, id) };
    },
  ),
};
