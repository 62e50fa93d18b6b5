// One file: every screen and state that is looked at, one beside the other, read as a list.
import type { Page } from 'playwright-core';
import type { Demo } from '../harness/demo.ts';

/** What the addresses are about; made once for all views. */
export interface Things {
  order: string;
  /** An open case, which can be answered. */
  case: string;
  commented: string;
  /** An article that is listed. */
  goods: string;
  withdrawal: string;
  statement: string;
  invite: string;
}

interface State {
  name: string;
  /** Leads from the screen to this state, in whatever language it speaks. */
  open(page: Page): Promise<void>;
  /** A sheet is closed again before the next state; a part of the screen itself stays. */
  is: 'sheet' | 'part';
}
export interface View {
  path: (things: Things) => string;
  /** What a report calls it. */
  name: string;
  tab?: true;
  states: readonly State[];
}

const press =
  (...selectors: string[]) =>
  async (page: Page): Promise<void> => {
    for (const selector of selectors) await page.locator(selector).first().click();
  };
const sheet = (name: string, ...selectors: string[]): State => ({
  name,
  is: 'sheet',
  open: press(...selectors),
});
const part = (name: string, ...selectors: string[]): State => ({
  name,
  is: 'part',
  open: press(...selectors),
});

const view = (path: string | View['path'], ...states: State[]): View => ({
  path: typeof path === 'string' ? () => path : path,
  name: typeof path === 'string' ? path : path({} as Things).replace('undefined', ''),
  states,
});
const tab = (...given: Parameters<typeof view>): View => ({ ...view(...given), tab: true });

const saveAccount = async (page: Page): Promise<void> => {
  await page.locator('[name=address]').fill('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  await page.locator('form button[type=submit]').click();
};
const askForMoney = async (page: Page): Promise<void> => {
  await page.locator('[type=radio]').first().check();
  await page.locator('[name=amount]').fill('20');
  await page.locator('form button[type=submit]').click();
};
const wrong = 'form button[type=submit]';

/** Every screen as a merchant at work sees it, with its sheets and states. */
export const merchant: readonly View[] = [
  tab('/shopCenter', sheet('figures', '.cells:last-child .cell'), sheet('clicks', '.card .cell')),
  tab(
    '/orderList',
    sheet('pay', '.pay-line > .primary'),
    sheet('filter', 'header button.tap >> nth=-1'),
    part('search', 'header button.tap >> nth=-2'),
  ),
  view(({ order }) => `/order?id=${order}`, sheet('decline', '.dock .btn:not(.primary)')),
  view(({ order }) => `/logistics?id=${order}`),
  view('/afterSale'),
  view(
    ({ case: id }) => `/afterSale?id=${id}`,
    sheet('approve', '.dock .btn:last-child'),
    sheet('reject', '.dock .btn:first-child'),
  ),
  view(({ commented }) => `/orderComment?id=${commented}`, part('form', '.stack > .btn.block', wrong)),
  tab(
    '/goodsList',
    // Goods stay selected when the sheet is closed.
    part('several', '.over button.tap'),
    sheet('remove', '.items .box', '.picking .tap >> nth=1'),
    sheet('prices', '.picking .plain', '.picking .primary'),
  ),
  view(({ goods }) => `/goods?id=${goods}`, sheet('price', '.dock .primary'), sheet('remove', '.dock .btn')),
  view(
    '/goodsList/warehouse',
    // The button is its whole card and has no box of its own: its mark is what can be aimed at.
    sheet('price', 'li.goods button:not([aria-disabled]) > .tap'),
    sheet('filter', 'header button.tap >> nth=-1'),
    sheet('many', 'header button.tap >> nth=0', 'li.goods .box', '.picking .primary'),
  ),
  view('/earnings'),
  view('/earnings?period=previous_month'),
  tab('/wallet', sheet('amounts', 'header button.tap')),
  view('/walletFlow', sheet('sums', '.items button'), sheet('filter', 'button.tap')),
  view('/walletFlow?account=frozen'),
  view('/settings', sheet('language', 'li button')),
  view('/loginPassword', part('empty', wrong)),
  view('/today'),
  view('/notifications'),
  view('/notifications?type=toasts'),
  view('/invitation'),
  view('/qa'),
  view('/qaDetail?id=withdrawing'),
  view('/feedback', part('empty', wrong)),
  view('/service?order=SK-1'),
  view('/identity'),
  view(
    '/shop',
    sheet('name', '.items button.cover'),
    sheet('papers', '.items >> nth=1 >> button.cover'),
    sheet('close', '.items:last-child button.cover'),
  ),
  view('/upgrade', sheet('pay', 'section button.btn')),
  view(
    '/promotion',
    sheet('pay', 'li.card button.btn'),
    sheet('which', 'li.card >> nth=1 >> button.btn'),
    part('bought', '[role=radiogroup] > :last-child'),
    sheet('delivered', 'li.item button.cover'),
    sheet('stop', 'li.item button.cover', 'dialog .stack > .btn'),
  ),
  view('/appeal'),
  view(({ statement }) => `/appeal?ref=${statement}`, part('empty', wrong)),
  view('/404?code=411'),
  view('/404?code=437'),
  view('/no-such-page'),
  view('/recharge', part('terms', 'summary'), part('empty', wrong)),
  view('/bankList', sheet('account', 'li button'), sheet('remove', 'li button', 'dialog button.btn')),
  view('/bankEdit'),
  view('/bankEdit?type=bank_card', part('empty', wrong)),
  view('/bankEdit?type=trx_usdt', { name: 'save', is: 'sheet', open: saveAccount }),
  view('/withdraw', { name: 'pay', is: 'sheet', open: askForMoney }),
  view('/history'),
  view(({ withdrawal }) => `/history?no=${withdrawal}`, sheet('take back', 'button.btn.block')),
  view('/payPassword', part('empty', wrong)),
  view('/payPassword?reset=1'),
];

/** Views that look different to a user who has only just registered. */
export const newcomer: readonly View[] = [
  tab('/shopCenter'),
  tab('/orderList'),
  tab('/goodsList'),
  tab('/wallet'),
  view('/walletFlow'),
  view('/today'),
  view('/notifications'),
  view('/identity', part('form', '.btn.primary.block'), part('empty', '.cells .btn.primary')),
  view('/recharge'),
  view('/withdraw'),
  view('/bankList'),
  view('/history'),
  view('/payPassword'),
  view('/promotion'),
];

/** The door. */
export const stranger: readonly View[] = [
  view('/login', sheet('language', 'header button.tap')),
  view('/wallet', part('empty', wrong)),
  view(({ invite }) => `/invite?invite=${invite}`, part('register', wrong)),
  view('/404?code=401'),
  view('/404?code=437'),
];

/** Makes what the views are about, and says who looks at them. */
export async function furnish(demo: Demo) {
  let token = await demo.signIn();
  const call = <T>(name: string, input: object) => demo.call<T>(name, input, token);

  // An account to withdraw to, after its wait; by then the sign-in has ended, too.
  const account = { type: 'bank_card', bankName: 'DEMO Bank', cardNo: '6222021234567890' };
  const payPassword = '135790';
  await call('POST /v1/user/bank/add', { ...account, accountName: 'Amina Haddad', payPassword });
  await demo.pass(25 * 3_600_000);
  token = await demo.signIn();

  const { list: accounts } = await call<{ list: { id: string }[] }>('POST /v1/user/bank/list', {});
  const sent = await call<{ withdrawal: { no: string } }>('POST /v1/user/withdraw/add', {
    amount: '20',
    accountId: accounts[0]?.id,
    payPassword,
  });
  const { list: ads } = await call<{ list: { id: string; target: string }[] }>('POST /v1/ad/list', {});
  const adId = ads.find(({ target }) => target === 'shop')?.id;
  await call('POST /v1/ad/pay', { adId, payPassword });

  const { list: listed } = await call<{ list: { goodsId: string; goodsCode: string }[] }>(
    'POST /v1/showcase/list',
    {
      status: 'listed',
    },
  );
  const sold = { goods: listed[0]?.goodsCode, quantity: 1, walletReason: 'held_until_delivery' };
  const placed = await demo.ops<{ id: string }>('place-order', sold);
  type Row = { id: string; no: string; status: string; allowedActions: string[]; lastCaseId?: string };
  const { list: orders } = await call<{ list: Row[] }>('POST /v1/order/list', { limit: 50 });
  // How far the demo's parcels are depends on chance; one of them is delivered here.
  const order = orders.find(({ status }) => status === 'shipped')?.no;
  await demo.ops('deliver', { order });
  const reason = { reason: 'It came broken.', code: 'damaged' };
  const opened = await demo.ops<{ id: string }>('case-open', { order, ...reason });
  // A decision with its reasons, for the screens about it.
  const statement = { facts: 'Two parcels came late.', rule: 'Parcels leave in time.' };
  await demo.ops('score-change', { points: -1, ...statement });
  const shop = await fetch(`${demo.url}/api/v1/shop/info`, { headers: { authorization: token } });
  const { data } = (await shop.json()) as { data: { creditLog: { id: string; appeal: string | null }[] } };

  const invited = async () => (await call<{ inviteCode: string }>('POST /v1/user/invite/add', {})).inviteCode;
  const inviteCode = await invited();
  const checked = await demo.call<{ ticket: string; termsVersion: string }>('POST /invite_code', {
    action: 'check',
    inviteCode,
  });
  const { ticket, termsVersion } = checked;
  const fresh = { action: 'register', inviteCode, ticket, termsVersion };
  const who = { username: 'newcomer', password: 'a-long-enough-1' };
  const registered = await demo.call<{ token: string }>('POST /invite_code', { ...fresh, ...who });

  const things: Things = {
    order: placed.id,
    case: opened.id,
    commented: orders.find(({ allowedActions }) => allowedActions.includes('comment'))?.id ?? '',
    goods: listed[0]?.goodsId ?? '',
    withdrawal: sent.withdrawal.no,
    statement: data.creditLog.find(({ appeal }) => appeal)?.id ?? '',
    invite: await invited(),
  };
  return { things, tokens: { merchant: token, newcomer: registered.token, stranger: undefined } };
}
