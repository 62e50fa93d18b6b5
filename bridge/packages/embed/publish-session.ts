import type { Host, HostObject } from '../../host.ts';
import { isToken } from '../../is-token.ts';
import { SoukError } from './souk-error.ts';

/** What a partner's back end answers: the merchant's token, and when it ends (ISO 8601). */
export interface Session {
  readonly token: string;
  readonly expiresAt?: string | null;
}

/** Souk's host in a super-app: `host` is for `mount`, `bridge` for what the page itself tells Souk. */
export interface SuperAppHost {
  readonly host: HostObject;
  readonly bridge: Host;
}

/** What every super-app's host takes. */
export interface SuperAppOptions {
  /** Called where no session opened; Souk then draws its own sign-in. Left out, the console has the error. */
  readonly onError?: ((error: SoukError<'no_token'>) => void) | undefined;
}

/** Publishes a session when it is open. Where it fails or holds no token, Souk draws its own sign-in. */
export const publishSession = async (
  bridge: Host,
  opening: Promise<Session>,
  fail: (error: SoukError<'no_token'>) => void,
): Promise<void> => {
  try {
    const session = await opening;
    // What came is not repeated, as it may be a secret in another form.
    if (!isToken(session.token)) throw 'your back end has to answer its text alone';
    bridge.update(session);
  } catch (error) {
    bridge.update({ token: null, tokenPending: false });
    fail(new SoukError('no_token', `No token came: ${error}`));
  }
};
