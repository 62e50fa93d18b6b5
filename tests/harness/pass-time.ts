import { openSession } from '../../src/server/shops/sessions/auth.ts';
import type { TestServer, TestUser } from './server.ts';

/** Advances the clock, and signs the user in again: a session does not last for ever. */
export async function passTime(server: TestServer, user: TestUser, ms: number): Promise<void> {
  server.clock.advance(ms);
  user.token = (await openSession(server.deps, user.userId)).token;
}
