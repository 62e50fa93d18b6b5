import { and, eq, gt, isNull, or } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../platform/clock.ts';
import { defineDecision, roles } from '../platform/decisions/define-decision.ts';
import { integer, text } from '../platform/decisions/flag-types.ts';
import { maybeTime, time } from '../platform/decisions/output-types.ts';
import { newToken } from '../platform/ids.ts';
import { refuse } from '../platform/refuse.ts';
import { opsKeys } from '../schema/ops-keys.ts';
import { hashKey } from './keys.ts';

/** The partner's key is that of the environment, as it opens sessions of merchants. */
const keyRoles = roles.filter((role) => role !== 'partner');

const keyName = v.pipe(
  text,
  v.regex(/^[\w .-]{1,64}$/, 'write 1 to 64 of A to Z, a to z, digits, spaces, dots, dashes and underscores'),
);

export const keyDecisions = {
  'key-create': defineDecision({
    about:
      'Makes a key for another system, which is answered this once: what it decides has its name for an author. For `days`, or without an end; make the next one before this one ends, as several are valid at a time.',
    on: 'key',
    roles: ['lead'],
    weight: 'plain',
    secretReply: true,
    input: {
      name: keyName,
      roles: v.pipe(v.array(v.picklist(keyRoles)), v.minLength(1), v.maxLength(keyRoles.length)),
      days: v.optional(integer(1, 3_660)),
    },
    output: v.object({ name: v.string(), key: v.string(), endsAt: maybeTime }),
    run: async ({ db, clock, random }, { name, roles, days }, actor) => {
      const key = newToken(random);
      const createdAt = clock.now();
      const endsAt = days === undefined ? null : after(createdAt, days * day);
      const [row] = await db
        .insert(opsKeys)
        .values({ name, roles, keyHash: hashKey(key), actor, createdAt, endsAt })
        .onConflictDoNothing()
        .returning();
      if (!row)
        throw refuse(codes.invalidParameter, {
          field: 'name',
          reason: 'name_used',
          message: `There is, or was, a key "${name}", and the log of decisions names it. Choose another name.`,
        });
      return { name, key, endsAt: endsAt?.toISOString() ?? null };
    },
  }),

  'key-end': defineDecision({
    about: 'Ends a key at once, by its name.',
    on: 'key',
    roles: ['lead'],
    weight: 'plain',
    input: { name: keyName, reason: text },
    output: v.object({ name: v.string(), endsAt: time }),
    run: async ({ db, clock }, { name }) => {
      const at = clock.now();
      const isOpen = or(isNull(opsKeys.endsAt), gt(opsKeys.endsAt, at));
      const [row] = await db
        .update(opsKeys)
        .set({ endsAt: at })
        .where(and(eq(opsKeys.name, name), isOpen))
        .returning();
      if (!row)
        throw refuse(codes.recordNotFound, {
          field: 'name',
          message: `No key "${name}" is valid, so nothing was ended. keys lists all keys, with the ends of those that have ended.`,
        });
      return { name, endsAt: at.toISOString() };
    },
  }),
};
