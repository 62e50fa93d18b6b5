import type { FC } from 'react';
import type { Part } from './lang/first.ts';
import { type PathName, paths } from './paths.ts';
import { screenRow } from './screens.ts';
import { Await } from './ui/await.tsx';
import { Head } from './ui/head.tsx';
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
  /** Drawn in place of a screen that did not load or cannot be drawn. */
  readonly failed: FC<BrokenProps>;
  readonly showTabBar: boolean;
}

export const ScreenSkeleton = () => (
  <Page>
    <Await of={{ loading: true }} onRetry={() => {}} skeleton={<Skeleton />}>
      {() => null}
    </Await>
  </Page>
);

type BrokenProps = Parameters<typeof LoadError>[0];

const Broken = ({ back, ...error }: BrokenProps & { back?: string }) => (
  <>
    <Head title="Souk" back={back} />
    <Page>
      <LoadError {...error} />
    </Page>
  </>
);

const BrokenPage = (error: BrokenProps) => <Broken back={paths.shopCentre.href()} {...error} />;

/** Returns a screen that comes with parts of the texts beside the first. */
export const lazyScreen = (
  load: () => Promise<{ default: FC }>,
  texts?: readonly Part[],
  failed: FC<BrokenProps> = Broken,
): LazyScreen =>
  // The first screen comes without further texts, and so without further styles.
  lazy<RouteProps>(load, {
    texts: texts && ['main', ...texts],
    styles: texts ? 'deferred' : 'first',
    waiting: ScreenSkeleton,
    failed,
  });

/** The code of every screen: each row of screens.ts has one, or this file does not compile. */
const code: Readonly<Record<PathName, () => Promise<{ default: FC }>>> = {
  shopCentre: () => import('./screens/shop/shop-centre.tsx'),
  orderList: () => import('./screens/orders/order-list.tsx'),
  goodsList: () => import('./screens/goods/goods-list.tsx'),
  wallet: () => import('./screens/wallet/wallet.tsx'),
  goods: () => import('./screens/goods/goods.tsx'),
  warehouse: () => import('./screens/goods/warehouse.tsx'),
  order: () => import('./screens/orders/order.tsx'),
  logistics: () => import('./screens/orders/logistics.tsx'),
  afterSale: () => import('./screens/cases/case.tsx'),
  orderComment: () => import('./screens/orders/order-comment.tsx'),
  earnings: () => import('./screens/earnings/earnings.tsx'),
  walletFlow: () => import('./screens/wallet/wallet-flow.tsx'),
  history: () => import('./screens/withdrawals/history.tsx'),
  recharge: () => import('./screens/recharges/recharge.tsx'),
  withdraw: () => import('./screens/withdrawals/withdraw.tsx'),
  bankList: () => import('./screens/accounts/bank-list.tsx'),
  bankEdit: () => import('./screens/accounts/bank-edit.tsx'),
  payPassword: () => import('./screens/pay-password/pay-password.tsx'),
  loginPassword: () => import('./screens/login-password/login-password.tsx'),
  today: () => import('./screens/today/today.tsx'),
  shop: () => import('./screens/shop-edit/shop-edit.tsx'),
  upgrade: () => import('./screens/levels/upgrade.tsx'),
  identity: () => import('./screens/identity/identity.tsx'),
  invitation: () => import('./screens/invites/invitation.tsx'),
  promotion: () => import('./screens/ads/promotion.tsx'),
  notifications: () => import('./screens/notices/notifications.tsx'),
  feedback: () => import('./screens/help/feedback.tsx'),
  service: () => import('./screens/help/service.tsx'),
  qa: () => import('./screens/help/qa.tsx'),
  qaDetail: () => import('./screens/help/qa-detail.tsx'),
  appeal: () => import('./screens/appeals/appeal.tsx'),
  settings: () => import('./screens/settings/settings.tsx'),
  login: () => import('./screens/session/login.tsx'),
  invite: () => import('./screens/session/invite.tsx'),
  notFound: () => import('./screens/session/not-found.tsx'),
};

const routeOf = (name: PathName): Route => {
  const { texts, showTabBar = false } = screenRow(name);
  const failed = showTabBar ? Broken : BrokenPage;
  return { screen: lazyScreen(code[name], texts, failed), failed, showTabBar };
};

export const routes = Object.fromEntries(
  (Object.keys(code) as PathName[]).map((name) => [name, routeOf(name)]),
) as Readonly<Record<PathName, Route>>;
