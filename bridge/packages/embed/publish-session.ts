import type { createHostObject, Host } from '../../host.ts';

/** What a partner's back end answers: the merchant's token, and when it ends (ISO 8601). */
export interface Session {
  readonly token: string;
  readonly expiresAt?: string | null;
}

/** Souk's host in a super-app: `host` is for `mount`, `bridge` for what the page itself tells Souk. */
export interface SuperAppHost {
  readonly host: ReturnType<typeof createHostObject>['host'];
  readonly bridge: Host;
}

/** Publishes a session when it is open. Where that fails, Souk draws its own sign-in. */
export const publishSession = async (bridge: Host, opening: Promise<Session>): Promise<void> => {
  const session = await opening.catch(() => null);
  bridge.update(session ?? { token: null, tokenPending: false });
};
