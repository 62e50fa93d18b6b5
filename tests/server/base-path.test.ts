import { expect, test } from 'vitest';
import { pathBelow } from '../../src/server/http/base-path.ts';

test.each([
  ['/merchant', '/merchant/orderList', '/orderList'],
  ['/merchant', '/merchant', '/'],
  ['/merchant', '/merchant/', '/'],
  ['/merchant', '/merchants/orderList', '/merchants/orderList'],
  ['/merchant', '/healthz', '/healthz'],
  ['/a/b', '/a/b/api/login?x=/a/b', '/api/login'],
  ['', '/orderList', '/orderList'],
])('a base path of "%s" makes of %s the path %s', (base, path, below) => {
  expect(pathBelow(base)(new Request(`https://souk.example${path}`))).toBe(below);
});
