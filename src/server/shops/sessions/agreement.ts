import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Handlers } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';

type User = typeof users.$inferSelect;

/** Returns whether a partner has opened the account and its merchant has not agreed to the terms yet. */
export const owesAgreement = ({ partnerRef, termsAt }: Pick<User, 'partnerRef' | 'termsAt'>): boolean =>
  partnerRef !== null && termsAt === null;

/** Returns the terms that such a merchant has to agree to; null for all other users. */
export const agreementOf = (user: User, { signIn }: Pick<Config, 'signIn'>) =>
  owesAgreement(user) ? { termsVersion: signIn.terms.version, termsLink: signIn.terms.link } : null;

export const agreementHandlers = {
  'POST /v1/user/terms': async ({ db, caller, clock, config, lang }, { termsVersion }) => {
    const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
    // Agreed at registration, or by a concurrent call: the earlier agreement stays.
    if (user?.termsAt) return { agreedAt: user.termsAt.toISOString() };
    if (termsVersion !== config.signIn.terms.version)
      throw refuse(codes.invalidParameter, { field: 'termsVersion', reason: 'terms_changed' });
    const termsAt = clock.now();
    await db
      .update(users)
      .set({ termsVersion, termsAt, lang: user?.lang ?? lang })
      .where(eq(users.id, caller.userId));
    return { agreedAt: termsAt.toISOString() };
  },
} satisfies Partial<Handlers>;
