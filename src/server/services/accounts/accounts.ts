import { and, asc, eq, ne } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, hour } from '../../platform/clock.ts';
import type { Deps, Handlers, RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { withdrawalAccounts } from '../../schema/withdrawals.ts';
import { notify } from '../../shops/notices/notify.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { verifiedNameOf } from '../identity/identity-row.ts';
import { editedPayTo, paysElsewhere, payToOf } from './account-fields.ts';
import { accountRowOf, accountsInUse, requireUnused } from './account-row.ts';
import { type Account, shownAccount } from './account-view.ts';

interface AccountNotice {
  kind: 'account_added' | 'account_changed' | 'account_removed';
  account: Account;
}

/** Notifies the owner, who may not be the one who made the change, and logs it for a later investigation. */
async function notifyAccount(
  { db, clock, log, caller }: RequestContext,
  { kind, account }: AccountNotice,
): Promise<void> {
  const shopId = caller?.shopId ?? '';
  const { id, last4, usableFrom } = account;
  const common = { shopId, at: clock.now() };
  log.info(kind, { shopId, account: id, user: caller?.userId });
  if (kind === 'account_removed') await notify(db, { ...common, kind, params: { last4 } });
  else await notify(db, { ...common, kind, params: { last4, usableFrom } });
}

const unused = async (db: Database, shopId: string) => ({
  inUse: false,
  verifiedName: await verifiedNameOf(db, shopId),
});

// A thief with a session and the password has to wait, and the owner is notified of the account in the meantime.
const coolOffEnd = ({ clock, config }: Deps): Date =>
  after(clock.now(), config.limits.newAccountUsableAfterHours * hour);

const accountsOf = (db: Database, shopId: string) =>
  db
    .select()
    .from(withdrawalAccounts)
    .where(eq(withdrawalAccounts.shopId, shopId))
    .orderBy(asc(withdrawalAccounts.createdAt), asc(withdrawalAccounts.id));

const isTaken = async (db: Database, shopId: string, { id, number }: { id: string; number: string }) => {
  const [existing] = await db
    .select({ id: withdrawalAccounts.id })
    .from(withdrawalAccounts)
    .where(
      and(
        eq(withdrawalAccounts.shopId, shopId),
        eq(withdrawalAccounts.number, number),
        ne(withdrawalAccounts.id, id),
      ),
    );
  return existing !== undefined;
};

export const accountsHandlers = {
  'POST /v1/user/bank/list': async ({ db, config, caller }) => {
    const accountRows = await accountsOf(db, caller.shopId);
    const busy = await accountsInUse(db, caller.shopId);
    const verifiedName = await verifiedNameOf(db, caller.shopId);
    return {
      list: accountRows.map((row) => shownAccount(row, { inUse: busy.has(row.id), verifiedName })),
      used: accountRows.length,
      max: config.limits.accountsPerUser,
    };
  },

  'POST /v1/user/bank/add': async (context, input) => {
    const { db: tx, clock, config, random, caller } = context;
    const { shopId } = caller;
    await lockShop(tx, shopId);
    const max = config.limits.accountsPerUser;
    const used = (await accountsOf(tx, shopId)).length;
    if (used >= max) throw refuse(codes.payAccountMaximum, { params: { max } });
    const usableFrom = coolOffEnd(context);
    const [row] = await tx
      .insert(withdrawalAccounts)
      .values({ id: newId(random, 'acc'), shopId, ...payToOf(input), usableFrom, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning();
    const field = input.type === 'bank_card' ? 'cardNo' : 'address';
    if (!row) throw refuse(codes.addFailed, { field, reason: 'account_exists' });
    const account = shownAccount(row, await unused(tx, shopId));
    await notifyAccount(context, { kind: 'account_added', account });
    return { account, used: used + 1, max, usableFrom: account.usableFrom };
  },

  'POST /v1/user/bank/edit': async (context, input) => {
    const { db: tx, caller } = context;
    await lockShop(tx, caller.shopId);
    const before = await accountRowOf(tx, caller.shopId, input.id);
    const next = editedPayTo(before, input);
    await requireUnused(tx, before);
    if (await isTaken(tx, caller.shopId, { id: before.id, number: next.number }))
      throw refuse(codes.invalidOperation, { reason: 'account_exists' });
    const usableFrom = paysElsewhere(before, next) ? coolOffEnd(context) : before.usableFrom;
    await tx
      .update(withdrawalAccounts)
      .set({ ...next, usableFrom })
      .where(eq(withdrawalAccounts.id, before.id));
    const account = shownAccount({ ...before, ...next, usableFrom }, await unused(tx, caller.shopId));
    await notifyAccount(context, { kind: 'account_changed', account });
    return { account, usableFrom: account.usableFrom };
  },

  'POST /v1/user/bank/del': async (context, { id }) => {
    const { db: tx, caller } = context;
    await lockShop(tx, caller.shopId);
    const account = await accountRowOf(tx, caller.shopId, id);
    await requireUnused(tx, account);
    await tx.delete(withdrawalAccounts).where(eq(withdrawalAccounts.id, account.id));
    await notifyAccount(context, {
      kind: 'account_removed',
      account: shownAccount(account, { inUse: false }),
    });
    return { used: (await accountsOf(tx, caller.shopId)).length };
  },
} satisfies Partial<Handlers>;
