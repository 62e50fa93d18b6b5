import { eq, or } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, hour } from '../clock.ts';
import { refuse } from '../refuse.ts';
import { users } from '../schema/session.ts';
import { decision } from './decision.ts';
import { text } from './flags.ts';

export const passwordDecisions = {
  'pay-password-clear': decision(
    'Takes away a payment password that its user has lost, after making sure who it is; the next one waits to withdraw.',
    { user: text, reason: text },
    async ({ db, clock, config }, { user: named }) => {
      const payUsableFrom = after(clock.now(), config.limits.payPasswordUsableAfterHours * hour);
      const [user] = await db
        .update(users)
        .set({ payPasswordHash: null, payFailures: 0, payLockedUntil: null, payUsableFrom })
        .where(or(eq(users.id, named), eq(users.username, named)))
        .returning({ id: users.id });
      if (!user) throw refuse(codes.recordNotFound, { field: 'user' });
      return { user: user.id, withdrawUsableFrom: payUsableFrom.toISOString() };
    },
  ),
};
