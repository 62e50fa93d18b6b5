import { describe, expectTypeOf, test } from 'vitest';
import type { Input, Output, Parsed } from '../../src/contract/calls.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { OrderStatus } from '../../src/contract/status.ts';

// Checked by the compiler: a wrong line here fails `npm run types`.
describe('the types of a call', () => {
  test('what a client sends may leave out what has a default', () => {
    expectTypeOf<Input<'POST /v1/order/list'>['limit']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Parsed<'POST /v1/order/list'>['limit']>().toEqualTypeOf<number>();
  });

  test('ids in a query are text or a list outside, a list inside', () => {
    expectTypeOf<Input<'GET /v1/order/pay/amount'>['orderIds']>().toEqualTypeOf<string | string[]>();
    expectTypeOf<Parsed<'GET /v1/order/pay/amount'>['orderIds']>().toEqualTypeOf<string[]>();
  });

  test('an order has a known status and nullable dates', () => {
    type Order = Output<'POST /v1/order/list'>['list'][number];
    expectTypeOf<Order['status']>().toEqualTypeOf<OrderStatus>();
    expectTypeOf<Order['payBy']>().toEqualTypeOf<string | null>();
    expectTypeOf<Order['amount']>().toEqualTypeOf<string>();
  });

  test('the kind of a quote narrows its type', () => {
    type Quote = Output<'POST /v1/quote'>;
    expectTypeOf<Quote['kind']>().toEqualTypeOf<'order' | 'withdraw' | 'ad' | 'upgrade'>();
    expectTypeOf<Output<'GET /v1/order/pay/amount'>>().toEqualTypeOf<Extract<Quote, { kind: 'order' }>>();
  });

  test('codes are the catalogue, not any number', () => {
    expectTypeOf<999>().not.toExtend<ErrorCode>();
    expectTypeOf<424>().toExtend<ErrorCode>();
  });
});
