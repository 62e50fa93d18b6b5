import type { FC } from 'react';
import type { Part } from './lang/first.ts';
import { type PathName, paths } from './paths.ts';
import {
  accountForms,
  accounts,
  business,
  help,
  main,
  orders,
  parcels,
  people,
  rest,
} from './screens/groups.ts';
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

const screensFailingAs =
  (failed: FC<BrokenProps>) =>
  (load: () => Promise<{ default: FC }>, texts?: readonly Part[]): LazyScreen =>
    // The first screen comes without further texts, and so without further styles.
    lazy<RouteProps>(load, {
      texts: texts && ['main', ...texts],
      styles: texts ? 'deferred' : 'first',
      waiting: ScreenSkeleton,
      failed,
    });

/** Returns a screen that comes with parts of the texts beside the first. */
export const lazyScreen = screensFailingAs(Broken);
const lazyPage = screensFailingAs(BrokenPage);

const tab = (...parts: Parameters<typeof lazyScreen>): Route => ({
  screen: lazyScreen(...parts),
  failed: Broken,
  showTabBar: true,
});
const page = (...parts: Parameters<typeof lazyScreen>): Route => ({
  screen: lazyPage(...parts),
  failed: BrokenPage,
  showTabBar: false,
});

/** Every path has a screen, or this file does not compile. */
export const routes: Readonly<Record<PathName, Route>> = {
  shopCentre: tab(() => import('./screens/shop/shop-centre.tsx')),
  orderList: tab(() => import('./screens/orders/order-list.tsx'), orders),
  goodsList: tab(() => import('./screens/goods/goods-list.tsx'), rest),
  wallet: tab(() => import('./screens/wallet/wallet.tsx'), main),
  warehouse: tab(() => import('./screens/goods/warehouse.tsx'), rest),
  order: page(() => import('./screens/orders/order.tsx'), orders),
  logistics: page(() => import('./screens/orders/logistics.tsx'), parcels),
  afterSale: page(() => import('./screens/cases/case.tsx'), parcels),
  orderComment: page(() => import('./screens/orders/order-comment.tsx'), parcels),
  walletFlow: page(() => import('./screens/wallet/wallet-flow.tsx'), main),
  history: page(() => import('./screens/withdrawals/history.tsx'), accounts),
  recharge: page(() => import('./screens/recharges/recharge.tsx'), accountForms),
  withdraw: page(() => import('./screens/withdrawals/withdraw.tsx'), accountForms),
  bankList: page(() => import('./screens/accounts/bank-list.tsx'), accounts),
  bankEdit: page(() => import('./screens/accounts/bank-edit.tsx'), accountForms),
  payPassword: page(() => import('./screens/pay-password/pay-password.tsx'), accountForms),
  loginPassword: page(() => import('./screens/login-password/login-password.tsx'), accountForms),
  shop: page(() => import('./screens/shop-edit/shop-edit.tsx'), business),
  upgrade: page(() => import('./screens/levels/upgrade.tsx'), business),
  identity: page(() => import('./screens/identity/identity.tsx'), business),
  invitation: page(() => import('./screens/invites/invitation.tsx'), help),
  promotion: page(() => import('./screens/ads/promotion.tsx'), business),
  notifications: page(() => import('./screens/notices/notifications.tsx'), people),
  feedback: page(() => import('./screens/help/feedback.tsx'), help),
  service: page(() => import('./screens/help/service.tsx'), help),
  qa: page(() => import('./screens/help/qa.tsx'), help),
  qaDetail: page(() => import('./screens/help/qa-detail.tsx'), help),
  appeal: page(() => import('./screens/appeals/appeal.tsx'), business),
  settings: page(() => import('./screens/settings/settings.tsx'), rest),
  login: page(() => import('./screens/session/login.tsx'), rest),
  invite: page(() => import('./screens/session/invite.tsx'), help),
  notFound: page(() => import('./screens/session/not-found.tsx'), rest),
};
