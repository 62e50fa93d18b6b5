import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { after, minute } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import type { Role } from '../platform/decisions/define-decision.ts';
import { opsKeys } from '../schema/ops-keys.ts';

/** The holder of a key, and what the key allows. */
export interface KeyHolder {
  roles: readonly Role[];
  /** The namespace of its idempotency keys, and the author of what it decides. */
  holder: string;
  /** Whether a request may name the person who decides: by the key of the environment alone, which the command line uses. */
  namesPerson: boolean;
}

/** Returns the hash by which a key is stored and found. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const isSameKey = (sent: string, key: string | null): boolean =>
  key !== null && timingSafeEqual(Buffer.from(hashKey(sent)), Buffer.from(hashKey(key)));

/** Returns the holder of a key: of the two of the environment, or of one that a decision made and that has not ended. */
export async function holderOf(deps: Deps, sent: string): Promise<KeyHolder | null> {
  const { opsKey, sessionKey } = deps.config;
  if (isSameKey(sent, opsKey)) return { roles: ['lead'], holder: 'operator', namesPerson: true };
  if (isSameKey(sent, sessionKey)) return { roles: ['partner'], holder: 'partner', namesPerson: false };
  const now = deps.clock.now();
  const isOpen = or(isNull(opsKeys.endsAt), gt(opsKeys.endsAt, now));
  const [row] = await deps.db
    .select({ name: opsKeys.name, roles: opsKeys.roles, lastUsedAt: opsKeys.lastUsedAt })
    .from(opsKeys)
    .where(and(eq(opsKeys.keyHash, hashKey(sent)), isOpen));
  if (!row) return null;
  // Once a minute is enough, and saves a write of each request.
  if (!row.lastUsedAt || row.lastUsedAt < after(now, -minute))
    await deps.db.update(opsKeys).set({ lastUsedAt: now }).where(eq(opsKeys.name, row.name));
  // No person's name has a colon, so that none can be taken for a key.
  return { roles: row.roles as Role[], holder: `key:${row.name}`, namesPerson: false };
}
