import { openSession } from '../../src/server/session/auth.ts';
import type { TestServer, TestUser } from './server.ts';

/** Lets time go by, with the user signed in afterwards as before: a session does not last for ever. */
export async function passTime(server: TestServer, user: TestUser, ms: number): Promise<void> {
  server.clock.advance(ms);
  user.token = (await openSession(server.deps, user.userId)).token;
}
