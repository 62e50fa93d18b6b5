import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { serverSecrets } from '../../schema/files.ts';
import type { Deps } from '../context.ts';

const name = 'base';

const stored = async ({ db }: Deps): Promise<string | undefined> => {
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  return row?.secret;
};

/**
 * Returns the secret shared by all processes on a database: the configured one, else one that the first of them
 * generates.
 */
const baseOf = async (deps: Deps): Promise<string> => {
  if (deps.config.secret) return deps.config.secret;
  const known = await stored(deps);
  if (known) return known;
  const secret = deps.random(32).toString('base64url');
  await deps.db
    .insert(serverSecrets)
    .values({ name, secret, createdAt: deps.clock.now() })
    .onConflictDoNothing();
  return (await stored(deps)) ?? secret;
};

/** Returns a key for one use: a leaked key reveals nothing about the others. */
export const secretKeyFor = async (
  deps: Deps,
  use: 'links' | 'exports' | 'id_numbers' | 'buyers' | 'verify_codes' | 'tickets' | 'webhooks',
): Promise<Buffer<ArrayBuffer>> =>
  createHmac('sha256', await baseOf(deps))
    .update(use)
    .digest();
