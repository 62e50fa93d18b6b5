// Every address of the app: a pattern for the router and a href() for links. Knows no screen.

type Query = Readonly<Record<string, string | number | undefined>>;

/** In hash mode links are written `#/orderList`, so that they work in a page whose paths belong to the host. */
let prefix = '';
export const prefixLinks = (text: '' | '#') => {
  prefix = text;
};

const address = (path: string, query: Query) => {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  if (given.length === 0) return prefix + path;
  return `${prefix}${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

const screen = (path: string) => ({ path, href: (query: Query = {}) => address(path, query) });

/** A screen about one thing: its link does not compile without naming that thing. */
const about = <Name extends string>(path: string, _names: readonly Name[]) => ({
  path,
  href: (query: Readonly<Record<Name, string>>) => address(path, query),
});

export const paths = {
  shopCentre: screen('/shopCenter'),
  orderList: screen('/orderList'),
  goodsList: screen('/goodsList'),
  wallet: screen('/wallet'),
  warehouse: screen('/goodsList/warehouse'),
  order: about('/order', ['id']),
  logistics: about('/logistics', ['id']),
  afterSale: about('/afterSale', ['id']),
  orderComment: screen('/orderComment'),
  walletFlow: screen('/walletFlow'),
  history: screen('/history'),
  recharge: screen('/recharge'),
  withdraw: screen('/withdraw'),
  bankList: screen('/bankList'),
  bankEdit: screen('/bankEdit'),
  payPassword: screen('/payPassword'),
  shop: screen('/shop'),
  upgrade: screen('/upgrade'),
  identity: screen('/identity'),
  invitation: screen('/invitation'),
  promotion: screen('/promotion'),
  notifications: screen('/notifications'),
  feedback: screen('/feedback'),
  service: screen('/service'),
  qa: screen('/qa'),
  qaDetail: about('/qaDetail', ['id']),
  appeal: about('/appeal', ['ref']),
  settings: screen('/settings'),
  login: screen('/login'),
  invite: screen('/invite'),
  notFound: screen('/404'),
};

export type PathName = keyof typeof paths;

/** The four tabs in their order; a tab's index is its place here. */
export const tabs = [paths.shopCentre, paths.orderList, paths.goodsList, paths.wallet] as const;
