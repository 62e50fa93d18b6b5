import { eq } from 'drizzle-orm';
import { after, hour } from '../clock.ts';
import { users } from '../schema/session.ts';
import { decision } from './decision.ts';
import { text, userOf } from './flags.ts';

export const passwordDecisions = {
  'pay-password-clear': decision(
    'Takes away a payment password that its user has lost, after making sure who it is; the next one waits to withdraw.',
    { user: text, reason: text },
    async ({ db, clock, config }, { user: named }) => {
      const { id } = await userOf(db, named);
      const payUsableFrom = after(clock.now(), config.limits.payPasswordUsableAfterHours * hour);
      await db
        .update(users)
        .set({ payPasswordHash: null, payFailures: 0, payLockedUntil: null, payUsableFrom })
        .where(eq(users.id, id));
      return { user: id, withdrawUsableFrom: payUsableFrom.toISOString() };
    },
  ),
};
