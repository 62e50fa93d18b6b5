import type { RequestContext } from '../../platform/context.ts';
import { notify } from '../../shops/notices/notify.ts';
import type { Account } from './account-view.ts';

interface AccountNotice {
  kind: 'account_added' | 'account_changed' | 'account_removed';
  account: Account;
}

/** Notifies the owner, who may not be the one who made the change, and logs it for a later investigation. */
export async function notifyAccount(
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
