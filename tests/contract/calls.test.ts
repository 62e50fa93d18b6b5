import { describe, expect, test } from 'vitest';
import { isKeyed } from '../../src/contract/call-spec.ts';
import { type CallName, callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { features } from '../../src/contract/features.ts';
import { jsonSchemaOf } from '../../src/contract/openapi-schema.ts';

const post = `/login /invite_code /v1/showcase/list /v1/showcase/add /v1/showcase/del /v1/goods/type_list
  /v1/goods/list /v1/home/stat /v1/home/stat_line /v1/home/qa /v1/home/qa_detail /v1/home/feedback /v1/user/wallet
  /v1/notify/check /v1/notify/read /v1/notify/list /v1/user/bank/list /v1/user/bank/edit /v1/user/bank/add
  /v1/user/bank/del /v1/user/wallet_flow /v1/user/withdraw/add /v1/user/invite/list /v1/user/invite/add
  /v1/user/update_pay_password /v1/order/list /v1/order/logistics /v1/order/pay /v1/ad/list /v1/ad/pay /v1/per/info
  /v1/shop/upgrade /v1/store/info /v1/swipeAd/list /v1/order-comment`;
const multipart = '/v1/per/ident-upload /v1/order/channel/pay /v1/upload/{type}';
const get = '/v1/pay/channel /v1/me /v1/shop/type /v1/order/pay/amount /v1/order-comment /v1/shop/info';
const added = `GET /v1/operator,POST /verify_code,POST /v1/quote,POST /v1/operation,POST /v1/user/withdraw/cancel,
  POST /v1/order/decline,POST /v1/order/after-sale,POST /v1/order/after-sale/info,POST /v1/per/withdraw,POST /v1/ad/cancel,POST /v1/shop/close,
  POST /v1/shop/edit,POST /v1/shop/statements,POST /v1/shop/appeal,POST /v1/user/reset_pay_password,
  POST /v1/showcase/edit,POST /logout,POST /v1/user/update_password,POST /v1/user/lang,
  POST /v1/user/terms,POST /v1/today,POST /v1/home,POST /v1/reply/list,POST /v1/reply/add,POST /v1/reply/del,
  POST /v1/order/export,POST /v1/order/note,POST /v1/showcase/reprice,POST /v1/showcase/reprice/undo,
  POST /v1/home/goods,POST /v1/goods/detail,POST /v1/user/coming`;

const words = (text: string) => text.trim().split(/\s+/);
const list = (text: string) => text.split(',').map((name) => name.trim());
const specified = [
  ...words(`${post} ${multipart}`).map((path) => `POST ${path}`),
  ...words(get).map((path) => `GET ${path}`),
];

const keyed = words(`/v1/showcase/add /v1/showcase/del /v1/home/feedback /v1/user/bank/edit /v1/user/bank/add
  /v1/user/bank/del /v1/user/withdraw/add /v1/user/invite/add /v1/user/update_pay_password /v1/order/pay /v1/ad/pay
  /v1/shop/upgrade /v1/order-comment /v1/per/ident-upload /v1/order/channel/pay /v1/user/withdraw/cancel
  /v1/order/decline /v1/order/after-sale /v1/per/withdraw /v1/ad/cancel /v1/shop/close /v1/shop/edit /v1/shop/appeal
  /v1/user/reset_pay_password /v1/showcase/edit /v1/user/update_password /v1/reply/add /v1/reply/del
  /v1/order/note /v1/showcase/reprice /v1/showcase/reprice/undo`).map((path) => `POST ${path}`);

const where = (holds: (name: CallName) => unknown) => callNames.filter(holds).sort();

describe('the table of calls', () => {
  test('holds the 44 calls of the specification and no other without a feature', () => {
    expect(specified).toHaveLength(44);
    expect(where((name) => !specOf(name).feature)).toEqual([...specified].sort());
  });

  test('holds the added routes, each named by a feature', () => {
    expect(where((name) => specOf(name).feature)).toEqual(list(added).sort());
    for (const name of list(added)) expect(features).toContain(specOf(name as CallName).feature);
  });

  test('names every feature by a route, but for the one that is a header', () => {
    const named = callNames.map((name) => specOf(name).feature);
    expect(features.filter((feature) => !named.includes(feature))).toEqual(['idempotency']);
  });

  test('takes an Idempotency-Key exactly where a repeat would do harm', () => {
    expect(where((name) => isKeyed(specOf(name)))).toEqual([...keyed].sort());
  });

  test('keys every call that moves money', () => {
    for (const name of where((name) => specOf(name).money)) expect(isKeyed(specOf(name)), name).toBe(true);
  });

  test('names its proof wherever a signed-in user enters a password or a code again', () => {
    const asksForSecret = (name: CallName) =>
      /"(payPassword|loginPassword|oldPassword|verifyCode)":/.test(
        JSON.stringify(jsonSchemaOf(specOf(name).input)),
      );
    const proven = where((name) => specOf(name).proof);
    expect(proven).toHaveLength(12);
    expect(where((name) => specOf(name).auth === 'user' && asksForSecret(name))).toEqual(proven);
  });

  test('takes files exactly in the multipart calls', () => {
    expect(where((name) => specOf(name).multipart)).toEqual(
      words(multipart)
        .map((path) => `POST ${path}`)
        .sort(),
    );
  });

  test('is public only before a session', () => {
    const open = ['GET /v1/operator', 'POST /invite_code', 'POST /login', 'POST /verify_code'];
    expect(where((name) => specOf(name).auth === 'public')).toEqual(open);
  });
});

describe.each(callNames)('the row of %s', (name) => {
  const spec = specOf(name);
  const known = new Set<number>(Object.values(codes));

  test('answers codes of the catalogue, each once, success and faults among them', () => {
    expect(spec.codes.every((code) => known.has(code))).toBe(true);
    expect(new Set(spec.codes).size).toBe(spec.codes.length);
    expect(spec.codes).toEqual(expect.arrayContaining([200, 400, 403, 405, 500]));
  });

  test('lists the codes that its fields give', () => {
    const own = Object.values(spec.fieldCodes ?? {}).flatMap((field) => Object.values(field));
    expect(spec.codes).toEqual(expect.arrayContaining(own));
  });

  test('tells a signed-in call apart by 407 and 408', () => {
    expect(spec.codes.includes(407) && spec.codes.includes(408)).toBe(spec.auth === 'user');
  });
});
