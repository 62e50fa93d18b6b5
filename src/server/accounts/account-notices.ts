import type { RequestContext } from '../context.ts';
import { notify } from '../notices/notify.ts';
import type { Account } from './account-view.ts';

interface Told {
  kind: 'account_added' | 'account_changed' | 'account_removed';
  account: Account;
}

/** Tells the owner, who may not be the one who did it, and leaves a line for whoever looks into it later. */
export async function tellAccount(
  { db, clock, log, actor }: RequestContext,
  { kind, account }: Told,
): Promise<void> {
  const shopId = actor?.shopId ?? '';
  const { id, last4, usableFrom } = account;
  const telling = { shopId, link: '/bankList', at: clock.now() };
  log.info(kind, { shopId, account: id, user: actor?.userId });
  if (kind === 'account_removed') await notify(db, { ...telling, kind, params: { last4 } });
  else await notify(db, { ...telling, kind, params: { last4, usableFrom } });
}
