import type { CallName } from '../contract/calls.ts';
import { accountsHandlers } from './accounts.ts';
import { adsHandlers } from './ads.ts';
import { afterSaleHandlers } from './after-sale.ts';
import { appealsHandlers } from './appeals.ts';
import { commentsHandlers } from './comments.ts';
import type { Handlers } from './context.ts';
import { feedbackHandlers } from './feedback.ts';
import { filesHandlers } from './files.ts';
import { goodsHandlers } from './goods.ts';
import { identityHandlers } from './identity.ts';
import { invitesHandlers } from './invites.ts';
import { levelsHandlers } from './levels.ts';
import { noticesHandlers } from './notices.ts';
import { operationHandlers } from './operation.ts';
import { operatorHandlers } from './operator.ts';
import { ordersHandlers } from './orders.ts';
import { payPasswordHandlers } from './pay-password.ts';
import { qaHandlers } from './qa.ts';
import { quotesHandlers } from './quotes.ts';
import { rechargesHandlers } from './recharges.ts';
import { registrationHandlers } from './registration.ts';
import { sessionHandlers } from './session.ts';
import { shopHandlers } from './shop.ts';
import { shopEditHandlers } from './shop-edit.ts';
import { showcaseHandlers } from './showcase.ts';
import { statsHandlers } from './stats.ts';
import { verifyCodesHandlers } from './verify-codes.ts';
import { walletHandlers } from './wallet.ts';
import { withdrawalsHandlers } from './withdrawals.ts';

/** Every call of the contract and what answers it; one that is missing here does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...operatorHandlers,
  ...operationHandlers,
  ...shopHandlers,
  ...shopEditHandlers,
  ...identityHandlers,
  ...statsHandlers,
  ...filesHandlers,
  ...goodsHandlers,
  ...showcaseHandlers,
  ...quotesHandlers,
  ...ordersHandlers,
  ...afterSaleHandlers,
  ...commentsHandlers,
  ...walletHandlers,
  ...appealsHandlers,
  ...adsHandlers,
  ...levelsHandlers,
  ...noticesHandlers,
  ...verifyCodesHandlers,
  ...invitesHandlers,
  ...feedbackHandlers,
  ...qaHandlers,
  ...registrationHandlers,
  ...accountsHandlers,
  ...withdrawalsHandlers,
  ...rechargesHandlers,
  ...payPasswordHandlers,
} satisfies Handlers<CallName>;
