import { appealTo } from '../../../contract/appeals.ts';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Deps, Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { maskedName } from '../../platform/mask.ts';
import { refuse } from '../../platform/refuse.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { documentText } from '../../shops/shop/document-codes.ts';
import { applyForIdentity, withdrawApplication } from './apply.ts';
import { type IdentityRow, identityOf, recentTries } from './identity-row.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the state of a verification in the reader's language; personal data is masked. */
const identityView = (
  row: IdentityRow,
  { lang, attemptsLeft }: { lang: string; attemptsLeft: number },
): Output<'POST /v1/per/info'> => ({
  status: row.status,
  nameMasked: row.realName === null ? null : maskedName(row.realName),
  idNoMasked: row.idNumberMasked,
  submittedAt: iso(row.submittedAt),
  reviewBy: iso(row.reviewBy),
  expiresAt: iso(row.expiresAt),
  reasons: row.reasons.map(({ field, code }) => ({
    field,
    code,
    text: documentText(lang, code),
  })),
  note: row.note && demoTextIn(row.note, lang),
  appeal: row.statementId === null ? null : appealTo(row.statementId),
  attemptsLeft,
});

export const isVerified = async (db: Database, shopId: string): Promise<boolean> =>
  (await identityOf(db, shopId)).status === 'verified';

/** Refuses with 409 and `reason: identity` until the person behind the shop is verified. */
export const requireVerified = async (db: Database, shopId: string): Promise<void> => {
  const { status } = await identityOf(db, shopId);
  if (status !== 'verified')
    throw refuse(codes.insufficientPermissions, { reason: 'identity', params: { status } });
};

const triesLeft = async (deps: Deps, shopId: string): Promise<number> => {
  const tries = await recentTries(deps, shopId);
  return Math.max(0, deps.config.limits.identityAttemptsPerDay - tries.length);
};

export const identityHandlers = {
  'POST /v1/per/info': async (context) => {
    const { db, lang, caller } = context;
    const row = await identityOf(db, caller.shopId);
    return identityView(row, { lang, attemptsLeft: await triesLeft(context, caller.shopId) });
  },

  'POST /v1/per/ident-upload': async (context, input) => {
    const { shopId, userId } = context.caller;
    const row = await applyForIdentity(context, { shopId, actor: userId, input });
    const { status, submittedAt, reviewBy } = row;
    return { status, submittedAt: submittedAt.toISOString(), reviewBy: reviewBy.toISOString() };
  },

  'POST /v1/per/withdraw': async (context) => {
    const { shopId, userId } = context.caller;
    const { status } = await withdrawApplication(context, { shopId, actor: userId });
    return { status };
  },
} satisfies Partial<Handlers>;
