import { operationHandlers } from '../ledger/idempotency/idempotency.ts';
import type { Handlers } from '../platform/context.ts';
import { accountsHandlers } from '../services/accounts/accounts.ts';
import { adsHandlers } from '../services/ads/ads.ts';
import { appealsHandlers } from '../services/appeals/appeals.ts';
import { commentsHandlers } from '../services/comments/comments.ts';
import { repliesHandlers } from '../services/comments/replies.ts';
import { feedbackHandlers } from '../services/help/feedback.ts';
import { qaHandlers } from '../services/help/qa.ts';
import { homeHandlers } from '../services/home.ts';
import { identityHandlers } from '../services/identity/identity.ts';
import { inboxHandlers } from '../services/inbox/inbox.ts';
import { invitesHandlers } from '../services/invites/invites.ts';
import { registrationHandlers } from '../services/invites/registration.ts';
import { levelsHandlers } from '../services/levels/levels.ts';
import { profileHandlers } from '../services/profile/profile.ts';
import { shopEditHandlers } from '../services/profile/shop-edit.ts';
import { quotesHandlers } from '../services/quotes.ts';
import { rechargesHandlers } from '../services/recharges/recharges.ts';
import { signInHandlers } from '../services/sign-in/sign-in.ts';
import { earningsHandlers } from '../services/stats/earnings.ts';
import { statsHandlers } from '../services/stats/stats.ts';
import { todayHandlers } from '../services/today/today.ts';
import { walletHandlers } from '../services/wallet/wallet.ts';
import { withdrawalsHandlers } from '../services/withdrawals/withdrawals.ts';
import { filesHandlers } from '../shops/files/files.ts';
import { goodsHandlers } from '../shops/goods/goods.ts';
import { loginPasswordHandlers } from '../shops/login-password/login-password.ts';
import { payPasswordHandlers } from '../shops/pay-password/pay-password.ts';
import { agreementHandlers } from '../shops/sessions/agreement.ts';
import { operatorHandlers } from '../shops/shop/operator.ts';
import { goodsDetailHandlers } from '../shops/showcase/goods-detail.ts';
import { showcaseHandlers } from '../shops/showcase/showcase.ts';
import { verifyCodesHandlers } from '../shops/verify-codes/verify-codes.ts';
import { caseHandlers } from '../trade/cases/cases.ts';
import { ordersHandlers } from '../trade/orders/orders.ts';

/** The handler of every call of the contract; a call without one does not compile. */
export const handlers = {
  ...signInHandlers,
  ...agreementHandlers,
  ...operatorHandlers,
  ...operationHandlers,
  ...profileHandlers,
  ...shopEditHandlers,
  ...identityHandlers,
  ...statsHandlers,
  ...earningsHandlers,
  ...todayHandlers,
  ...homeHandlers,
  ...filesHandlers,
  ...goodsHandlers,
  ...goodsDetailHandlers,
  ...showcaseHandlers,
  ...quotesHandlers,
  ...ordersHandlers,
  ...caseHandlers,
  ...commentsHandlers,
  ...repliesHandlers,
  ...walletHandlers,
  ...appealsHandlers,
  ...adsHandlers,
  ...levelsHandlers,
  ...loginPasswordHandlers,
  ...inboxHandlers,
  ...verifyCodesHandlers,
  ...invitesHandlers,
  ...feedbackHandlers,
  ...qaHandlers,
  ...registrationHandlers,
  ...accountsHandlers,
  ...withdrawalsHandlers,
  ...rechargesHandlers,
  ...payPasswordHandlers,
} satisfies Handlers;
