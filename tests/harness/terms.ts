import { type Limits, limits } from '../../src/contract/limits.ts';
import { timingAt } from '../../src/server/platform/config/timing.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { announceTerms } from '../../src/server/shops/terms/announce-terms.ts';
import { passTime } from './pass-time.ts';
import type { TestServer, TestUser } from './server.ts';

/** Starts a server with other limits than the usual: they are stored as its terms, and no shop knows of them yet. */
async function startWithTerms({ deps }: TestServer, changed: Partial<Limits>): Promise<void> {
  deps.config.limits = { ...limits, ...changed };
  deps.config.timing = timingAt(1, deps.config.limits);
  await announceTerms(deps);
}

/** Starts a server with other limits, and runs its due work, which announces them to each shop. */
export async function restartWithTerms(server: TestServer, changed: Partial<Limits>): Promise<void> {
  await startWithTerms(server, changed);
  await runDue(server.deps);
}

/** Lets time pass for a user's session, and runs the due work. */
export async function waitAndRunDue(server: TestServer, user: TestUser, ms: number): Promise<void> {
  await passTime(server, user, ms);
  await runDue(server.deps);
}
