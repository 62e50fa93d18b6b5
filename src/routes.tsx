import { loadTexts, type Part } from './lang/texts.ts';
import { createLazy, type LazyScreen } from './lazy.ts';
import type { PathName } from './paths.ts';
import { Await } from './ui/await.tsx';
import { Page } from './ui/page.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { Stuck } from './ui/stuck.tsx';

export interface Route {
  readonly screen: LazyScreen;
  readonly showTabBar: boolean;
}

export const Waiting = () => (
  <Page>
    <Await of={{ loading: true }} onRetry={() => {}} skeleton={<Skeleton />}>
      {() => null}
    </Await>
  </Page>
);

const Broken = ({ onRetry }: { onRetry: () => void }) => (
  <Page>
    <Stuck onRetry={onRetry} />
  </Page>
);

export const lazy = createLazy({ waiting: Waiting, failed: Broken });

/** All screens but the first ones say more than the first part of the texts holds. */
const lazyWithTexts = (load: Parameters<typeof lazy>[0], ...parts: Part[]) =>
  lazy(() =>
    Promise.all([load(), loadTexts('rest'), ...parts.map((part) => loadTexts(part))]).then(
      ([module]) => module,
    ),
  );

/** They ask for the payment password, too. */
const lazyAboutAccounts = (load: Parameters<typeof lazy>[0]) => lazyWithTexts(load, 'accounts', 'pay');

const lazyAboutOrders = (load: Parameters<typeof lazy>[0]) => lazyWithTexts(load, 'orders');
const lazyAboutPeople = (load: Parameters<typeof lazy>[0]) => lazyWithTexts(load, 'people');

const lazyForBusiness = (load: Parameters<typeof lazy>[0]) => lazyWithTexts(load, 'business');

const tab = (screen: LazyScreen): Route => ({ screen, showTabBar: true });
const page = (screen: LazyScreen): Route => ({ screen, showTabBar: false });

/** Every path has a screen, or this file does not compile. */
export const routes: Readonly<Record<PathName, Route>> = {
  shopCentre: tab(lazy(() => import('./screens/shop/shop-centre.tsx'))),
  orderList: tab(lazyAboutOrders(() => import('./screens/orders/order-list.tsx'))),
  goodsList: tab(lazyWithTexts(() => import('./screens/goods/goods-list.tsx'))),
  wallet: tab(lazyWithTexts(() => import('./screens/wallet/wallet.tsx'))),
  warehouse: tab(lazyWithTexts(() => import('./screens/goods/warehouse.tsx'))),
  order: page(lazyAboutOrders(() => import('./screens/orders/order.tsx'))),
  logistics: page(lazyAboutOrders(() => import('./screens/orders/logistics.tsx'))),
  afterSale: page(lazyAboutOrders(() => import('./screens/cases/after-sale.tsx'))),
  orderComment: page(lazyAboutOrders(() => import('./screens/orders/order-comment.tsx'))),
  walletFlow: page(lazyWithTexts(() => import('./screens/wallet/wallet-flow.tsx'))),
  history: page(lazyAboutAccounts(() => import('./screens/withdrawals/history.tsx'))),
  recharge: page(lazyAboutAccounts(() => import('./screens/recharges/recharge.tsx'))),
  withdraw: page(lazyAboutAccounts(() => import('./screens/withdrawals/withdraw.tsx'))),
  bankList: page(lazyAboutAccounts(() => import('./screens/accounts/bank-list.tsx'))),
  bankEdit: page(lazyAboutAccounts(() => import('./screens/accounts/bank-edit.tsx'))),
  payPassword: page(lazyAboutAccounts(() => import('./screens/pay-password/pay-password.tsx'))),
  shop: page(lazyForBusiness(() => import('./screens/shop-edit/shop.tsx'))),
  upgrade: page(lazyForBusiness(() => import('./screens/levels/upgrade.tsx'))),
  identity: page(lazyForBusiness(() => import('./screens/identity/identity.tsx'))),
  invitation: page(lazyAboutPeople(() => import('./screens/invites/invitation.tsx'))),
  promotion: page(lazyForBusiness(() => import('./screens/ads/promotion.tsx'))),
  notifications: page(lazyAboutPeople(() => import('./screens/notices/notifications.tsx'))),
  feedback: page(lazyAboutPeople(() => import('./screens/help/feedback.tsx'))),
  service: page(lazyAboutPeople(() => import('./screens/help/service.tsx'))),
  qa: page(lazyAboutPeople(() => import('./screens/help/qa.tsx'))),
  qaDetail: page(lazyAboutPeople(() => import('./screens/help/qa-detail.tsx'))),
  appeal: page(lazyForBusiness(() => import('./screens/appeals/appeal.tsx'))),
  settings: page(lazyWithTexts(() => import('./screens/settings/settings.tsx'))),
  login: page(lazyWithTexts(() => import('./screens/session/login.tsx'))),
  invite: page(lazyAboutPeople(() => import('./screens/session/invite.tsx'))),
  notFound: page(lazyWithTexts(() => import('./screens/session/not-found.tsx'))),
};
