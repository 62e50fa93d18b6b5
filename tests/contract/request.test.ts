import { expect, test } from 'vitest';
import { requestOf, routeOf } from '../../src/contract/request.ts';

const json = { 'content-type': 'application/json' };

test('a call is split into its method and its path', () => {
  expect(routeOf('POST /v1/upload/{type}')).toEqual({ method: 'POST', path: '/v1/upload/{type}' });
});

test('the fields of a GET travel in its query, lists separated by commas', () => {
  expect(requestOf('GET /v1/me', {})).toEqual({
    method: 'GET',
    path: '/v1/me',
    headers: {},
    body: undefined,
  });
  const { path } = requestOf('GET /v1/order/pay/amount', { orderIds: ['a', 'b'], note: undefined });
  expect(path).toBe('/v1/order/pay/amount?orderIds=a%2Cb');
});

test('the fields of a POST travel as JSON, without those that are undefined', () => {
  const sent = { method: 'POST', path: '/v1/order/list', headers: json };
  expect(requestOf('POST /v1/order/list', {})).toEqual({ ...sent, body: '{}' });
  const given = { status: 'shipped', cursor: undefined };
  expect(requestOf('POST /v1/order/list', given)).toEqual({ ...sent, body: '{"status":"shipped"}' });
});

test('a field that the path names is written into it, and cannot leave its place', () => {
  expect(requestOf('POST /v1/upload/{type}', { type: 'logo' }).path).toBe('/v1/upload/logo');
  expect(requestOf('POST /v1/upload/{type}', { type: '../me?a' }).path).toBe('/v1/upload/..%2Fme%3Fa');
});

test('a file makes a form of the fields, and leaves its content type to the sender of the form', () => {
  const file = new File(['x'], 'x.png', { type: 'image/png' });
  const { headers, body } = requestOf('POST /v1/upload/{type}', {
    type: 'logo',
    file,
    width: 1,
    note: undefined,
  });
  expect(headers).toEqual({});
  expect([...(body as FormData)].map(([name]) => name)).toEqual(['type', 'file', 'width']);
  expect((body as FormData).get('width')).toBe('1');
});
