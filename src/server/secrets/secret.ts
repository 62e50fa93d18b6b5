import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Basics } from '../context.ts';
import { serverSecrets } from '../schema/files.ts';

const name = 'base';

const stored = async ({ db }: Basics): Promise<string | undefined> => {
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  return row?.secret;
};

/** One secret for all processes on a database: the configured one, else one that the first of them makes. */
const baseOf = async (deps: Basics): Promise<string> => {
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

/** A key for one use: what leaks of one says nothing about the others. */
export const keyFor = async (
  deps: Basics,
  use: 'links' | 'exports' | 'id_numbers' | 'verify_codes' | 'tickets',
): Promise<Buffer> =>
  createHmac('sha256', await baseOf(deps))
    .update(use)
    .digest();
