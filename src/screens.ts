// Every screen, a row each: its address, its tab, and what is loaded with it. For the routes, for the build, and through it
// for the page's first script. Knows no screen's code: that is named in routes.tsx.
import type { Part } from './lang/first.ts';

interface Screen {
  /** Its address, where that is not its name. */
  path?: string;
  /** The index of the tab that it belongs to, the first unless it says another; -1 for none. */
  tab?: -1 | 1 | 2 | 3;
  showTabBar?: true;
  /** Parts of the texts beside `first` and `main`; absent for the first screen, which comes with `first` alone. */
  texts?: readonly Part[];
  /**
   * A visit may begin with it: the page requests its code and texts beside core, or the texts alone where it is reached by
   * links in messages. Each costs bytes in the page of every visit; any other screen costs one round trip more.
   */
  early?: 'all' | 'texts';
  /** Belongs to what a merchant goes through with an order that is to be paid. */
  mainJob?: true;
}

export const screens = {
  shopCentre: { path: '/shopCenter', showTabBar: true },
  orderList: { tab: 1, showTabBar: true, texts: ['orders'], early: 'all', mainJob: true },
  goodsList: { tab: 2, showTabBar: true, texts: ['goods'], early: 'all' },
  wallet: { tab: 3, showTabBar: true, texts: ['today'], early: 'all', mainJob: true },
  order: { tab: 1, texts: ['orders'], early: 'texts', mainJob: true },
  logistics: { tab: 1, texts: ['orders', 'parcels'] },
  afterSale: { tab: 1, texts: ['orders', 'parcels'] },
  orderComment: { tab: 1, texts: ['orders', 'parcels'], early: 'texts' },
  goods: { tab: 2, texts: ['goods'] },
  warehouse: { path: '/goodsList/warehouse', tab: 2, showTabBar: true, texts: ['goods'] },
  earnings: { tab: 2, texts: ['today', 'goods'] },
  walletFlow: { tab: 3, texts: [], mainJob: true },
  history: { tab: 3, texts: ['accounts', 'pay'] },
  recharge: { tab: 3, texts: ['accounts', 'pay', 'today', 'rest'] },
  withdraw: { tab: 3, texts: ['accounts', 'pay', 'today', 'rest'] },
  bankList: { tab: 3, texts: ['accounts', 'pay'] },
  bankEdit: { tab: 3, texts: ['accounts', 'pay', 'rest'] },
  payPassword: { tab: 3, texts: ['accounts', 'pay', 'rest'] },
  loginPassword: { tab: 3, texts: ['accounts', 'pay', 'rest'] },
  today: { texts: ['today'] },
  shop: { texts: ['business', 'rest'] },
  upgrade: { texts: ['business', 'rest'] },
  identity: { texts: ['business', 'rest'] },
  invitation: { texts: ['people', 'rest'] },
  promotion: { texts: ['business', 'goods'] },
  notifications: { texts: ['people', 'today'] },
  feedback: { texts: ['people', 'rest'] },
  service: { texts: ['people', 'goods', 'rest'] },
  qa: { texts: ['people', 'rest'] },
  qaDetail: { texts: ['people', 'rest'] },
  appeal: { texts: ['business', 'today', 'rest'] },
  settings: { texts: ['rest'] },
  login: { tab: -1, texts: ['rest'], early: 'all' },
  invite: { tab: -1, texts: ['people', 'rest'] },
  notFound: { path: '/404', tab: -1, texts: ['rest'] },
} as const satisfies Readonly<Record<string, Screen>>;

export type ScreenName = keyof typeof screens;

/** Returns the row of a screen, in which what it does not say is undefined. */
export const screenRow = (name: ScreenName): Screen => screens[name];
