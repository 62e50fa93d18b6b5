import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type CallName, callNames, specOf } from '../../src/contract/calls.ts';
import { refusalOf } from '../../src/contract/messages.ts';
import { jsonSchemaOf } from '../../src/contract/openapi-schema.ts';

const parse = (name: CallName, input: unknown) => v.safeParse(specOf(name).input, input);

function refused(name: CallName, input: unknown): string {
  const result = parse(name, input);
  if (result.success) return 'accepted';
  const { code, field, params } = refusalOf(result.issues, specOf(name).fieldCodes);
  return `${code} ${field} ${params.kind}${params.limit === null ? '' : ` ${params.limit}`}`;
}

const file = new File(['x'], 'proof.png', { type: 'image/png' });
const hash = 'a'.repeat(64);
const key = '0b6f6a52-5a0f-4b1c-9a86-0f8f3a3b9c11';
const many = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`);
const card = {
  type: 'bank_card',
  bankName: 'DEMO Bank',
  cardNo: '6222 0212 3456',
  accountName: 'A',
  payPassword: '135790',
};
const tron = { type: 'trx_usdt', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', payPassword: '135790' };
const pin = { newPassword: '135790', confirmPassword: '135790', oldPassword: '246801' };
const reset = {
  newPassword: '135790',
  confirmPassword: '135790',
  loginPassword: 'souk-demo-1',
  verifyCode: '482107',
};
const passwords = {
  oldPassword: 'souk-demo-1',
  newPassword: 'another-one-1',
  confirmPassword: 'another-one-1',
};
const who = { username: 'amina', password: 'souk-demo-1' };
const application = {
  realName: 'A',
  idType: 'passport',
  idNumber: '1',
  front: file,
  back: file,
  consentVersion: '1',
};

const accepted: [CallName, object][] = [
  ['POST /login', who],
  ['POST /invite_code', { action: 'check', inviteCode: 'SOUK2026' }],
  ['POST /v1/order/list', {}],
  [
    'POST /v1/order/list',
    { id: 'o1', statuses: ['accepted', 'pending_settlement'], limit: 50, sort: 'actBy' },
  ],
  ['POST /v1/order/pay', { orderIds: many(20), payPassword: '135790' }],
  ['GET /v1/order/pay/amount', { orderIds: 'a,b' }],
  ['GET /v1/order/pay/amount', { orderIds: ['a', 'b'] }],
  ['POST /v1/quote', { kind: 'withdraw', amount: '10', accountId: 'a' }],
  ['POST /v1/home/stat_line', { metric: 'profit', from: '2026-01-01', to: '2027-01-01' }],
  ['POST /v1/user/bank/add', card],
  ['POST /v1/user/bank/add', tron],
  ['POST /v1/user/bank/edit', { id: 'a', note: 'new', payPassword: '135790' }],
  ['POST /v1/user/update_pay_password', pin],
  ['POST /v1/user/update_password', passwords],
  ['POST /v1/notify/read', { upToId: 'n1' }],
  ['POST /v1/per/ident-upload', { consentVersion: '1' }],
  ['POST /v1/per/ident-upload', application],
  ['POST /v1/order/channel/pay', { channelId: 'c', amount: '20.00', txHash: `0x${hash}`, certificate: file }],
  ['POST /v1/upload/{type}', { type: 'logo', file }],
  ['GET /v1/order-comment', { rating: '5', limit: '10' }],
  ['POST /v1/operation', { key }],
];

const bad: [CallName, object, string][] = [
  ['POST /login', {}, '412 username required'],
  ['POST /login', { username: 'amina', password: '' }, '412 password non_empty'],
  ['POST /login', { username: 'am', password: 'souk-demo-1' }, '405 username min_length 3'],
  ['POST /login', { ...who, username: 'a'.repeat(65) }, '405 username max_length 64'],
  ['POST /login', { ...who, password: 'x'.repeat(129) }, '405 password max_length 128'],
  ['POST /login', { ...who, verifyCode: '123' }, '415 verifyCode min_length 4'],
  ['POST /login', { username: null, password: null }, '412 username required'],
  ['POST /verify_code', {}, '412 username required'],
  ['POST /invite_code', { action: 'check' }, '436 inviteCode required'],
  ['POST /invite_code', { action: 'check', inviteCode: 'SOUK-1' }, '438 inviteCode invite_code'],
  ['POST /invite_code', { action: 'check', inviteCode: 'ABC' }, '438 inviteCode invite_code'],
  ['POST /v1/showcase/add', { items: [] }, '405 items min_length 1'],
  [
    'POST /v1/showcase/add',
    { items: [{ goodsId: 'g', sellingPrice: '-1' }] },
    '405 items.0.sellingPrice money',
  ],
  ['POST /v1/showcase/add', { items: [{ goodsId: 'g' }] }, '403 items.0.sellingPrice required'],
  [
    'POST /v1/showcase/add',
    { items: Array(2).fill({ goodsId: 'g', sellingPrice: '1' }) },
    '405 items duplicate',
  ],
  ['POST /v1/showcase/del', { ids: many(51) }, '405 ids max_length 50'],
  ['POST /v1/goods/detail', {}, '403 id required'],
  ['POST /v1/goods/list', { limit: 51 }, '405 limit max_value 50'],
  ['POST /v1/goods/list', { limit: 1.5 }, '405 limit integer'],
  ['POST /v1/goods/list', { sort: 'random' }, '405 sort picklist'],
  ['POST /v1/goods/list', { keyword: 'x'.repeat(65) }, '405 keyword max_length 64'],
  ['POST /v1/home/stat_line', { metric: 'clicks' }, '405 range range_or_days'],
  [
    'POST /v1/home/stat_line',
    { metric: 'clicks', range: 'week', from: '2026-01-01', to: '2026-01-02' },
    '405 range range_or_days',
  ],
  [
    'POST /v1/home/stat_line',
    { metric: 'clicks', from: '2026-01-01', to: '2027-01-02' },
    '405 to max_days 366',
  ],
  [
    'POST /v1/home/stat_line',
    { metric: 'clicks', from: '2026-01-02', to: '2026-01-01' },
    '405 to days_order',
  ],
  [
    'POST /v1/home/stat_line',
    { metric: 'clicks', from: '2026-02-30', to: '2026-03-01' },
    '405 from iso_date',
  ],
  ['POST /v1/home/goods', { from: '2026-01-01' }, '405 range range_or_days'],
  ['POST /v1/home/goods', { from: '2026-01-01', to: '2027-01-02' }, '405 to max_days 366'],
  ['POST /v1/order/list', { from: '0000-01-01' }, '405 from iso_date'],
  ['POST /v1/order/list', { from: '0001-01-01' }, '405 from iso_date'],
  ['POST /v1/order/list', { to: '9999-12-31' }, '405 to iso_date'],
  ['POST /v1/showcase/edit', { id: 'a', sellingPrice: '1e400' }, '405 sellingPrice money'],
  [
    'POST /v1/showcase/edit',
    { id: 'a', sellingPrice: '1000000000' },
    '405 sellingPrice max_value 999999999.99',
  ],
  ['POST /v1/order/list', { status: 'lost' }, '405 status picklist'],
  ['POST /v1/order/pay', { orderIds: [], payPassword: '135790' }, '405 orderIds min_length 1'],
  ['POST /v1/order/pay', { orderIds: many(21), payPassword: '135790' }, '405 orderIds max_length 20'],
  ['POST /v1/order/pay', { orderIds: ['a', 'a'], payPassword: '135790' }, '405 orderIds duplicate'],
  ['POST /v1/order/pay', { orderIds: ['a'] }, '403 payPassword required'],
  ['POST /v1/order/pay', { orderIds: ['a'], payPassword: '13579' }, '405 payPassword six_digits'],
  ['GET /v1/order/pay/amount', { orderIds: 'a,a' }, '405 orderIds duplicate'],
  ['GET /v1/order/pay/amount', { orderIds: '' }, '405 orderIds id'],
  ['GET /v1/order/pay/amount', {}, '403 orderIds required'],
  ['GET /v1/order-comment', { rating: '6' }, '405 rating max_value 5'],
  ['POST /v1/quote', { kind: 'gift' }, '405 kind variant'],
  ['POST /v1/quote', { kind: 'withdraw', amount: '1.1234567', accountId: 'a' }, '405 amount money'],
  ['POST /v1/operation', { key: 'not-a-key' }, '405 key uuid'],
  ['POST /v1/order-comment', { orderId: 'o', content: ' ', signature: 'S' }, '403 content non_empty'],
  ['POST /v1/order-comment', { orderId: 'o', content: 'Thanks', signature: '' }, '403 signature non_empty'],
  ['POST /v1/order/after-sale', { caseId: 'c', answer: 'reject' }, '403 reason required'],
  ['POST /v1/order/after-sale/info', {}, '405 caseId case_or_order'],
  ['POST /v1/order/after-sale/info', { caseId: 'c', orderId: 'o' }, '405 caseId case_or_order'],
  ['POST /v1/user/bank/add', { ...card, cardNo: '1234567' }, '405 cardNo min_length 8'],
  ['POST /v1/user/bank/add', { ...card, cardNo: '1234_5678' }, '405 cardNo digits_letters'],
  ['POST /v1/user/bank/add', { ...card, bankName: '  ' }, '403 bankName non_empty'],
  [
    'POST /v1/user/bank/add',
    { ...tron, address: `${tron.address.slice(0, -1)}u` },
    '405 address tron_address',
  ],
  ['POST /v1/user/bank/add', { ...tron, type: 'etc_usdt' }, '405 address ether_address'],
  ['POST /v1/user/bank/edit', { id: 'a', payPassword: '135790' }, '405  nothing_changed'],
  [
    'POST /v1/user/withdraw/add',
    { amount: '0,5', accountId: 'a', payPassword: '135790' },
    '405 amount money',
  ],
  [
    'POST /v1/user/update_pay_password',
    { ...pin, confirmPassword: '135791' },
    '405 confirmPassword inconsistent',
  ],
  ['POST /v1/user/update_pay_password', { ...pin, newPassword: '123456' }, '405 newPassword easy_to_guess'],
  ['POST /v1/user/update_pay_password', { ...pin, newPassword: '777777' }, '405 newPassword easy_to_guess'],
  ['POST /v1/user/update_password', { ...passwords, newPassword: 'short' }, '405 newPassword min_length 8'],
  [
    'POST /v1/user/update_password',
    { ...passwords, confirmPassword: 'another-one-2' },
    '405 confirmPassword inconsistent',
  ],
  ['POST /v1/user/update_password', { ...passwords, oldPassword: '' }, '403 oldPassword non_empty'],
  ['POST /v1/notify/read', {}, '405 ids ids_or_up_to'],
  ['POST /v1/notify/read', { ids: ['n1'], upToId: 'n1' }, '405 ids ids_or_up_to'],
  ['POST /v1/notify/read', { ids: many(101) }, '405 ids max_length 100'],
  ['POST /v1/order/channel/pay', { channelId: 'c', amount: '20', certificate: file }, '403 txHash required'],
  [
    'POST /v1/order/channel/pay',
    { channelId: 'c', amount: '20', txHash: hash.slice(1), certificate: file },
    '405 txHash tx_hash',
  ],
  ['POST /v1/order/channel/pay', { channelId: 'c', amount: '20', bankRef: 'R1' }, '403 certificate required'],
  ['POST /v1/upload/{type}', { type: 'film', file }, '404 type picklist'],
  ['POST /v1/upload/{type}', { type: 'logo', file: 'text' }, '405 file file'],
  ['POST /v1/shop/edit', {}, '405  nothing_changed'],
  ['POST /v1/shop/edit', { phone: 'call me' }, '405 phone phone'],
  ['POST /v1/user/terms', {}, '403 termsVersion required'],
  ['POST /logout', { all: 'yes' }, '405 all boolean'],
  ['POST /v1/user/lang', { lang: 'english' }, '405 lang regex'],
  ['POST /v1/shop/close', { payPassword: '13579' }, '405 payPassword six_digits'],
  ['POST /v1/goods/type_list', { parentId: '' }, '403 parentId non_empty'],
  ...(
    [
      [{ percent: '0' }, '405 rule.percent zero_percent'],
      [{ percent: '1000' }, '405 rule.percent max_value 500'],
      [{ percent: '-91' }, '405 rule.percent min_value -90'],
      [{ percent: 'ten' }, '405 rule.percent percent'],
      [{ percent: '5', margin: '40' }, '405 rule.percent percent_or_margin'],
      [{ margin: '100' }, '405 rule.margin max_value 90'],
      [{ margin: '0' }, '405 rule.margin min_value 1'],
    ] as const
  ).map(([rule, refusal]): [CallName, object, string] => [
    'POST /v1/showcase/reprice',
    { all: true, rule },
    refusal,
  ]),
  ['POST /v1/showcase/reprice', { rule: { percent: '5' } }, '405 ids ids_or_all'],
  ['POST /v1/showcase/reprice/undo', {}, '403 repriceId required'],
  ['POST /v1/showcase/list', { status: 'sold' }, '405 status picklist'],
  ['POST /v1/order/decline', { orderId: 'o', reason: 'x'.repeat(201) }, '405 reason max_graphemes 200'],
  ['POST /v1/order/export', { to: '2026-02-30' }, '405 to iso_date'],
  ['POST /v1/order/note', { id: 'o', note: 'x'.repeat(301) }, '405 note max_graphemes 300'],
  ['POST /v1/order/logistics', {}, '403 orderId required'],
  ['POST /v1/user/wallet_flow', { account: 'secret' }, '405 account picklist'],
  ['POST /v1/user/wallet_flow', { kinds: ['gift'] }, '405 kinds.0 picklist'],
  ['POST /v1/user/bank/del', { id: 'a' }, '403 payPassword required'],
  ['POST /v1/ad/list', { scope: 'all' }, '405 scope picklist'],
  ['POST /v1/ad/pay', { payPassword: '135790' }, '403 adId required'],
  ['POST /v1/ad/cancel', {}, '403 purchaseId required'],
  ['POST /v1/swipeAd/list', { position: 'x'.repeat(33) }, '405 position max_length 32'],
  ['POST /v1/shop/statements', { limit: 0 }, '405 limit min_value 1'],
  ['POST /v1/shop/appeal', { ref: 'r', text: 'Why?' }, '405 text min_graphemes 5'],
  ['POST /v1/shop/appeal', { ref: 'r', text: 'Why so?', fileIds: many(4) }, '405 fileIds max_length 3'],
  ['POST /v1/home/qa', { keyword: 'x'.repeat(65) }, '405 keyword max_length 64'],
  ['POST /v1/home/qa_detail', {}, '403 id required'],
  ['POST /v1/home/feedback', {}, '441 content required'],
  ['POST /v1/home/feedback', { content: 'Oops' }, '441 content min_graphemes 5'],
  ['POST /v1/per/ident-upload', { ...application, idType: 'library_card' }, '405 idType picklist'],
  ['POST /v1/user/invite/list', { limit: 51 }, '405 limit max_value 50'],
  ['POST /v1/user/invite/add', { friendId: '' }, '403 friendId non_empty'],
  ['GET /v1/shop/type', { code: 'x'.repeat(65) }, '405 code max_length 64'],
  ['POST /v1/shop/upgrade', { typeId: 't' }, '403 payPassword required'],
  ['POST /v1/notify/check', { ordersAfter: '' }, '403 ordersAfter non_empty'],
  ['POST /v1/notify/list', { type: 'gossip' }, '405 type picklist'],
  ['POST /v1/home', { period: 'year' }, '405 period picklist'],
  ['POST /v1/today', { limit: 101 }, '405 limit max_value 100'],
  ['POST /v1/user/reset_pay_password', { ...reset, verifyCode: '123' }, '415 verifyCode min_length 4'],
  ['POST /v1/user/withdraw/cancel', {}, '403 id required'],
  ['POST /v1/reply/add', { text: 'x'.repeat(301) }, '405 text max_graphemes 300'],
  ['POST /v1/reply/del', {}, '403 id required'],
];

/** Also where the fields are those of a choice, as of a quote. */
const hasFields = (name: CallName) =>
  /"properties":\{"/.test(JSON.stringify(jsonSchemaOf(specOf(name).input)));

describe('inputs', () => {
  test('each call with fields has an input here that it refuses', () => {
    const named = new Set(bad.map(([name]) => name));
    expect(callNames.filter((name) => hasFields(name) && !named.has(name))).toEqual([]);
  });

  test.each(accepted)('%s accepts %o', (name, input) => {
    expect(refused(name, input)).toBe('accepted');
  });

  test.each(bad)('%s refuses %o', (name, input, answer) => {
    expect(refused(name, input)).toBe(answer);
  });

  test.each([
    ['POST /login', { ...who, username: '  amina ' }, { ...who, username: 'amina' }],
    ['POST /login', { ...who, password: ' souk-demo-1 ' }, { ...who, password: ' souk-demo-1 ' }],
    ['POST /login', { ...who, extra: 1 }, who],
    [
      'POST /invite_code',
      { action: 'check', inviteCode: ' ｓouk２٠26 ' },
      { action: 'check', inviteCode: 'SOUK2026' },
    ],
    [
      'POST /v1/quote',
      { kind: 'withdraw', amount: ' ١٢٫٥٠ ', accountId: 'a' },
      { kind: 'withdraw', amount: '12.50', accountId: 'a' },
    ],
    [
      'POST /v1/order/pay',
      { orderIds: ['a'], payPassword: '١٣٥٧٩٠' },
      { orderIds: ['a'], payPassword: '135790' },
    ],
    [
      'POST /v1/user/bank/add',
      { ...card, cardNo: '٦٢٢٢ ٠٢١٢ ٣٤٥٦', branchNo: '۰۱۲' },
      { ...card, cardNo: '622202123456', branchNo: '012' },
    ],
    [
      'POST /v1/user/bank/add',
      { ...card, bankName: 'DEMO\r\nBank\u202e', branchNo: '7\u2028' },
      { ...card, cardNo: '622202123456', bankName: 'DEMO  Bank', branchNo: '7' },
    ],
    ['POST /v1/shop/edit', { phone: '+٢٠ ١٠١٢٣٤٥' }, { phone: '+20 1012345' }],
    ['POST /login', { ...who, verifyCode: '٤٨٢١٠٧' }, { ...who, verifyCode: '482107' }],
    [
      'POST /v1/order/channel/pay',
      { channelId: 'c', amount: '20', bankRef: 'REF-٢٠٢٦', certificate: file },
      { channelId: 'c', amount: '20', bankRef: 'REF-2026', certificate: file },
    ],
    ['GET /v1/order/pay/amount', { orderIds: ['a,b', 'c'] }, { orderIds: ['a', 'b', 'c'] }],
    ['GET /v1/order-comment', { rating: '5' }, { rating: 5, limit: 20 }],
    ['POST /v1/notify/list', {}, { limit: 20 }],
    ['POST /v1/user/bank/add', { ...card, cardNo: 'gb29 nwbk-6016' }, { ...card, cardNo: 'GB29NWBK6016' }],
  ] as [CallName, object, object][])('%s reads %o', (name, input, output) => {
    expect(parse(name, input)).toMatchObject({ success: true, output });
    expect(parse(name, input).output).toEqual(output);
  });
});
