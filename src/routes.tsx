import type { FC } from 'react';
import type { Part } from './lang/texts.ts';
import type { PathName } from './paths.ts';
import { Await } from './ui/await.tsx';
import { type LazyComponent, lazy } from './ui/lazy.tsx';
import { LoadError } from './ui/load-error.tsx';
import { Page } from './ui/page.tsx';
import { Skeleton } from './ui/skeleton.tsx';

/** What the router reads of a screen; the screen itself has no props. */
interface RouteProps {
  path?: string;
  default?: boolean;
}

type LazyScreen = LazyComponent<RouteProps>;

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
    <LoadError onRetry={onRetry} />
  </Page>
);

/** Returns a screen that comes with the named parts of the texts; the first part is here before any screen. */
export const lazyScreen = (load: () => Promise<{ default: FC }>, ...texts: Part[]): LazyScreen =>
  lazy<RouteProps>(load, { texts, waiting: Waiting, failed: Broken });

const tab = (...parts: Parameters<typeof lazyScreen>): Route => ({
  screen: lazyScreen(...parts),
  showTabBar: true,
});
const page = (...parts: Parameters<typeof lazyScreen>): Route => ({
  screen: lazyScreen(...parts),
  showTabBar: false,
});

/** Every path has a screen, or this file does not compile. */
export const routes: Readonly<Record<PathName, Route>> = {
  shopCentre: tab(() => import('./screens/shop/shop-centre.tsx')),
  orderList: tab(() => import('./screens/orders/order-list.tsx'), 'rest', 'orders'),
  goodsList: tab(() => import('./screens/goods/goods-list.tsx'), 'rest'),
  wallet: tab(() => import('./screens/wallet/wallet.tsx'), 'rest'),
  warehouse: tab(() => import('./screens/goods/warehouse.tsx'), 'rest'),
  order: page(() => import('./screens/orders/order.tsx'), 'rest', 'orders'),
  logistics: page(() => import('./screens/orders/logistics.tsx'), 'rest', 'orders'),
  afterSale: page(() => import('./screens/cases/after-sale.tsx'), 'rest', 'orders'),
  orderComment: page(() => import('./screens/orders/order-comment.tsx'), 'rest', 'orders'),
  walletFlow: page(() => import('./screens/wallet/wallet-flow.tsx'), 'rest'),
  history: page(() => import('./screens/withdrawals/history.tsx'), 'rest', 'accounts', 'pay'),
  recharge: page(() => import('./screens/recharges/recharge.tsx'), 'rest', 'accounts', 'pay'),
  withdraw: page(() => import('./screens/withdrawals/withdraw.tsx'), 'rest', 'accounts', 'pay'),
  bankList: page(() => import('./screens/accounts/bank-list.tsx'), 'rest', 'accounts', 'pay'),
  bankEdit: page(() => import('./screens/accounts/bank-edit.tsx'), 'rest', 'accounts', 'pay'),
  payPassword: page(() => import('./screens/pay-password/pay-password.tsx'), 'rest', 'accounts', 'pay'),
  loginPassword: page(() => import('./screens/login-password/login-password.tsx'), 'rest', 'accounts', 'pay'),
  shop: page(() => import('./screens/shop-edit/shop.tsx'), 'rest', 'business'),
  upgrade: page(() => import('./screens/levels/upgrade.tsx'), 'rest', 'business'),
  identity: page(() => import('./screens/identity/identity.tsx'), 'rest', 'business'),
  invitation: page(() => import('./screens/invites/invitation.tsx'), 'rest', 'people'),
  promotion: page(() => import('./screens/ads/promotion.tsx'), 'rest', 'business'),
  notifications: page(() => import('./screens/notices/notifications.tsx'), 'rest', 'people'),
  feedback: page(() => import('./screens/help/feedback.tsx'), 'rest', 'people'),
  service: page(() => import('./screens/help/service.tsx'), 'rest', 'people'),
  qa: page(() => import('./screens/help/qa.tsx'), 'rest', 'people'),
  qaDetail: page(() => import('./screens/help/qa-detail.tsx'), 'rest', 'people'),
  appeal: page(() => import('./screens/appeals/appeal.tsx'), 'rest', 'business'),
  settings: page(() => import('./screens/settings/settings.tsx'), 'rest'),
  login: page(() => import('./screens/session/login.tsx'), 'rest'),
  invite: page(() => import('./screens/session/invite.tsx'), 'rest', 'people'),
  notFound: page(() => import('./screens/session/not-found.tsx'), 'rest'),
};
