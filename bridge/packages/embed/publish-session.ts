import { BridgeError, type Host, type HostObject } from '../../host.ts';
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
  /** Called where `openSession` failed; Souk then draws its own sign-in. */
  readonly onError?: ((error: SoukError<'no_token'>) => void) | undefined;
}

/** Publishes a session when it is open. Where that fails, Souk draws its own sign-in, and the page is told why. */
export const publishSession = async (
  bridge: Host,
  opening: Promise<Session>,
  { onError }: SuperAppOptions,
): Promise<void> => {
  try {
    bridge.update(await opening);
  } catch (error) {
    bridge.update({ token: null, tokenPending: false });
    // A refusal by the host itself is no failure: it leaves the page to sign in.
    if (!(error instanceof BridgeError)) onError?.(new SoukError('no_token', `No token came: ${error}`));
  }
};
