import type { CallName } from '../contract/calls.ts';
import { accountsHandlers } from './accounts/accounts.ts';
import { adsHandlers } from './ads/ads.ts';
import { appealsHandlers } from './appeals/appeals.ts';
import { caseHandlers } from './cases/cases.ts';
import { commentsHandlers } from './comments/comments.ts';
import type { Handlers } from './context.ts';
import { filesHandlers } from './files/files.ts';
import { goodsHandlers } from './goods/goods.ts';
import { feedbackHandlers } from './help/feedback.ts';
import { qaHandlers } from './help/qa.ts';
import { operationHandlers } from './idempotency/operation.ts';
import { identityHandlers } from './identity/identity.ts';
import { invitesHandlers } from './invites/invites.ts';
import { registrationHandlers } from './invites/registration.ts';
import { levelsHandlers } from './levels/levels.ts';
import { noticesHandlers } from './notices/notices.ts';
import { operatorHandlers } from './ops/operator.ts';
import { ordersHandlers } from './orders/orders.ts';
import { payPasswordHandlers } from './pay-password/pay-password.ts';
import { quotesHandlers } from './quotes/quotes.ts';
import { rechargesHandlers } from './recharges/recharges.ts';
import { sessionHandlers } from './session/session.ts';
import { shopHandlers } from './shop/shop.ts';
import { shopEditHandlers } from './shop/shop-edit.ts';
import { showcaseHandlers } from './showcase/showcase.ts';
import { statsHandlers } from './stats/stats.ts';
import { verifyCodesHandlers } from './verify-codes/verify-codes.ts';
import { walletHandlers } from './wallet/wallet.ts';
import { withdrawalsHandlers } from './withdrawals/withdrawals.ts';

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
  ...caseHandlers,
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
