// What the OpenAPI document says about each call beyond its row: read by the build of the document alone.
import { accountsCalls } from './accounts.ts';
import { adsCalls } from './ads.ts';
import { appealsCalls } from './appeals.ts';
import type { CallSpecs } from './call-spec.ts';
import type { CallName } from './calls.ts';
import { caseCalls } from './cases.ts';
import { commentsCalls } from './comments.ts';
import { earningsCalls } from './earnings.ts';
import { filesCalls } from './files.ts';
import { goodsCalls } from './goods.ts';
import { helpCalls } from './help.ts';
import { homeCalls } from './home.ts';
import { identityCalls } from './identity.ts';
import { invitesCalls } from './invites.ts';
import { levelsCalls } from './levels.ts';
import { loginPasswordCalls } from './login-password.ts';
import { noticesCalls } from './notices.ts';
import { operationCalls } from './operation.ts';
import { operatorCalls } from './operator.ts';
import { ordersCalls } from './orders.ts';
import { payPasswordCalls } from './pay-password.ts';
import { quotesCalls } from './quotes.ts';
import { rechargesCalls } from './recharges.ts';
import { repliesCalls } from './replies.ts';
import { sessionCalls } from './session.ts';
import { shopCalls } from './shop.ts';
import { showcaseCalls } from './showcase.ts';
import { statsCalls } from './stats.ts';
import { todayCalls } from './today.ts';
import { walletCalls } from './wallet.ts';
import { walletFlowCalls } from './wallet-flow.ts';
import { withdrawalsCalls } from './withdrawals.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly calls: CallSpecs;
}

/** The groups of the document, in the order in which a merchant meets them. */
export const tags: readonly Tag[] = [
  {
    name: 'Sessions',
    description: 'Signing in and out, who is signed in, what this server can do, and the login password.',
    calls: { ...sessionCalls, ...loginPasswordCalls, ...operatorCalls },
  },
  {
    name: 'Invitations',
    description: 'A merchant registers with a code that another merchant or the operator has made.',
    calls: invitesCalls,
  },
  {
    name: 'Home',
    description: 'What waits for the merchant, and the figures of the shop.',
    calls: { ...homeCalls, ...todayCalls, ...statsCalls, ...earningsCalls },
  },
  {
    name: 'Goods',
    description: 'The warehouse of the suppliers, and the showcase: what this shop sells, at which price.',
    calls: { ...goodsCalls, ...showcaseCalls },
  },
  {
    name: 'Orders',
    description:
      'A buyer pays the platform, the merchant pays the purchase cost, the supplier ships, and the profit is settled when the return window has ended.',
    calls: ordersCalls,
  },
  {
    name: 'Cases and comments',
    description: 'What buyers ask for after the sale, what they write, and what the merchant answers.',
    calls: { ...caseCalls, ...commentsCalls, ...repliesCalls },
  },
  {
    name: 'Quotes and repeats',
    description: 'What a payment would cost before it is sent, and the result of one that was not answered.',
    calls: { ...quotesCalls, ...operationCalls },
  },
  {
    name: 'Wallet',
    description: 'Balances, movements, and what is on its way to the balance.',
    calls: { ...walletCalls, ...walletFlowCalls },
  },
  {
    name: 'Money in and out',
    description: 'Recharges, withdrawals, the accounts that money is withdrawn to, and the payment password.',
    calls: { ...rechargesCalls, ...withdrawalsCalls, ...accountsCalls, ...payPasswordCalls },
  },
  {
    name: 'Shop',
    description: 'The details of the shop, its level, and the verification of the person who runs it.',
    calls: { ...shopCalls, ...levelsCalls, ...identityCalls },
  },
  {
    name: 'Promotion',
    description: 'Promotions on offer and bought, and the row of pictures.',
    calls: adsCalls,
  },
  {
    name: 'Decisions',
    description: 'What the operator decided about a shop, with its reasons, and the appeal against it.',
    calls: appealsCalls,
  },
  {
    name: 'Notices and help',
    description: 'Notices, questions with answers, feedback, and files that other calls name.',
    calls: { ...noticesCalls, ...helpCalls, ...filesCalls },
  },
];

/** What a client has to know of a call that neither its row nor its fields say. */
export const callTexts: Readonly<Record<CallName, string>> = {
  'POST /login':
    'The answer is the same for a wrong name and a wrong password, and after some tries both wait. 414, 415 and 416 ask for a `verifyCode`.',
  'GET /v1/me':
    'The first call of a session. `features` names the calls that this server has beyond the specification, `limits` what is allowed in this shop now.',
  'POST /v1/user/terms':
    'No other call is answered before this one in an account that a partner has opened. `termsVersion` is that of `agreement` in `GET /v1/me`.',
  'POST /logout': 'The token is worth nothing afterwards. `all` ends the sessions on other devices as well.',
  'POST /v1/user/lang':
    'Answers follow the header `Accept-Language`; this one is for notices and for what is written to the merchant outside of a session.',
  'POST /verify_code':
    'The code goes to the phone of the user, by the way that the operator has set up. It may be tried a few times until `expiresAt`.',
  'GET /v1/operator': 'Needs no session, so that a page can name its operator before a sign-in.',
  'POST /v1/user/update_password':
    'A wrong `oldPassword` counts as a guess: after some of them the call is locked for a while.',
  'POST /invite_code':
    'Two steps: `check` says whether the code is valid and gives a `ticket`; `register` opens the shop with it, and its answer is a session.',
  'POST /v1/user/invite/list':
    'The newest invitation first. A code is shown to its own merchant only, until it is used.',
  'POST /v1/user/invite/add': 'A code works once, and for a number of days.',
  'POST /v1/home': 'One request in place of six; each part has the form of the call that it stands for.',
  'POST /v1/today': 'Rows say by codes and figures what is to be done; the client writes the texts.',
  'POST /v1/home/stat': 'Days are those of the shop, in `timeZone`; weeks begin on Monday.',
  'POST /v1/home/stat_line':
    'Either `range`, or `from` with `to`. A point is an hour or a day, as `unit` says, and has the time at which it begins.',
  'POST /v1/home/goods': 'Sums are over all goods of the period, not only over this page.',
  'POST /v1/goods/type_list': 'The types below `parentId`, or those at the top.',
  'POST /v1/goods/list': 'Fee and profit are computed for the price of this shop, or for the suggested one.',
  'POST /v1/goods/detail': 'Also for goods that the supplier has withdrawn, as an order may be about them.',
  'POST /v1/showcase/list': 'Without `status`, listed and unlisted goods come together.',
  'POST /v1/showcase/add':
    'All or nothing, but for goods that are listed already: these are in `skipped` with their code.',
  'POST /v1/showcase/del': 'Orders that were placed go on. Each article counts towards the limit of the day.',
  'POST /v1/showcase/edit': 'The new price counts for orders that are placed from now on.',
  'POST /v1/showcase/reprice':
    'Either `ids` or `all`, and a rule of either `percent` or `margin`. With `dryRun` nothing is changed and the rows say what would be.',
  'POST /v1/showcase/reprice/undo': 'Prices that were changed since are left, and say so in `refused`.',
  'POST /v1/order/list':
    'All filters have to match. `counts` are by status and do not look at `status`, `statuses`, `afterSale` or `next`, so that tabs need no other call.',
  'POST /v1/order/export':
    'A CSV file of all orders that match, behind a link that is valid for five minutes.',
  'POST /v1/order/note': 'Only the merchant sees it. Without `note` it is removed.',
  'POST /v1/order/pay':
    'Each order is paid or refused for itself: look at `results`. With `quoteId` nothing else is charged than what was quoted.',
  'POST /v1/order/decline': 'Possible until the order is paid.',
  'POST /v1/order/logistics': '404 before there is a parcel, 435 where its carrier is not known.',
  'POST /v1/order/after-sale/info': 'By `caseId`, or by `orderId` for the newest case of that order.',
  'POST /v1/order/after-sale':
    '`choices` of the case says before what each answer does to the money. A rejection goes to the platform, which decides.',
  'GET /v1/order-comment':
    'Without `orderId` and `goodsId`, the comments of the whole shop, the newest first.',
  'POST /v1/order-comment': 'With `parentId` the reply to that comment, which has at most one.',
  'POST /v1/reply/list': 'Texts to fill in again; they are sent with `POST /v1/order-comment`.',
  'POST /v1/reply/add': 'The answer is the whole list.',
  'POST /v1/reply/del': 'The answer is the whole list.',
  'POST /v1/quote':
    'The `quoteId` is for the call that pays; after `expiresAt`, or when something it is made of has changed, that call refuses with 203.',
  'GET /v1/order/pay/amount':
    'The same quote as `POST /v1/quote` with `kind` `order`, as the specification has it.',
  'POST /v1/operation':
    'Ask with the Idempotency-Key of the call, under the same session. As long as it says `running`, ask again; never send the call under another key.',
  'POST /v1/user/wallet':
    '`version` grows with each movement: drop an answer with a lower one than you have.',
  'POST /v1/user/coming': 'By the day of the shop on which it is released, the next one first.',
  'POST /v1/user/wallet_flow':
    'The newest movement first. With `format` `csv` the answer has a link that is valid for five minutes, and no rows.',
  'GET /v1/pay/channel': 'Show `network` in full before the address: money on a wrong network is lost.',
  'POST /v1/order/channel/pay':
    'Reports a payment that was made elsewhere; the operator books it when it has arrived. Send `txHash` or `bankRef`, and the receipt.',
  'POST /v1/user/withdraw/add': 'The fee is taken out of `amount`: `net` arrives.',
  'POST /v1/user/withdraw/cancel': 'Possible while `cancellable` says so.',
  'POST /v1/user/bank/list': 'Numbers are masked: no call answers a whole one.',
  'POST /v1/user/bank/add':
    'Money can be withdrawn to it from `usableFrom` on. The checksum of a wallet address is checked.',
  'POST /v1/user/bank/edit': 'Only the fields to change. Another number or address waits like a new account.',
  'POST /v1/user/bank/del': 'Refused with 203 while a withdrawal is on its way to it.',
  'POST /v1/user/update_pay_password':
    'The first one with `loginPassword`, a change with `oldPassword`. Withdrawals wait until `withdrawUsableFrom`.',
  'POST /v1/user/reset_pay_password':
    'The code comes by `POST /verify_code`. Withdrawals wait until `withdrawUsableFrom`.',
  'GET /v1/shop/info': 'As the merchant sees it: what identifies a person is masked.',
  'POST /v1/store/info': 'As buyers see it.',
  'POST /v1/shop/edit':
    'Only the fields to change. A `phone` needs the `payPassword`, as verification codes go there.',
  'POST /v1/shop/close': 'Open orders are finished first. The deposit comes back at `depositReturnAt`.',
  'GET /v1/shop/type': 'From the first level to the highest.',
  'POST /v1/shop/upgrade': 'Ask `POST /v1/quote` with `kind` `upgrade` before, for fee and deposit.',
  'POST /v1/per/info': 'After a rejection `reasons` names the parts to send again.',
  'POST /v1/per/ident-upload':
    'The first application has all parts; a later one only those that were refused. A passport has no `back`.',
  'POST /v1/per/withdraw': 'Possible while the application is under review.',
  'POST /v1/ad/list': '`offers` are for sale, `mine` were bought, each with its `purchase`.',
  'POST /v1/ad/pay': 'An offer for one article needs its `goodsId`, of the showcase.',
  'POST /v1/ad/cancel': 'What was delivered stays paid; the rest comes back to the balance at once.',
  'POST /v1/swipeAd/list': 'In the order in which they are shown.',
  'POST /v1/shop/statements': 'The newest first, with those that have ended. Each has a file to keep.',
  'POST /v1/shop/appeal':
    'One appeal for each decision; `ref` is the id of its statement, restriction, hold or credit entry.',
  'POST /v1/notify/check': 'Cheap enough to be asked each minute.',
  'POST /v1/notify/read': 'Either `ids`, or `upToId` for all until that one.',
  'POST /v1/notify/list': 'In the language of the reader.',
  'POST /v1/home/qa':
    'Without `keyword` all questions. In English where there is no text in the language of the reader.',
  'POST /v1/home/qa_detail': 'Text in blocks, never markup.',
  'POST /v1/home/feedback': 'The operator answers until `replyBy`; the answer comes as a notice.',
  'POST /v1/upload/{type}':
    'The true type of a file is read from its bytes. `fileId` can be named once, by the call that this type is for.',
};
