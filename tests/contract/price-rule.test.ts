import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMoney, percentOf } from '../../src/contract/money.ts';
import { priceByRule } from '../../src/contract/price-rule.ts';
import { seed } from '../harness/seed.ts';

/** A price of 20.00 on a cost of 12.00, with a fee of 5 %. */
const piece = { price: 20_000_000n, cost: 12_000_000n, feePercent: '5', currency: 'USD' };
const priced = (rule: object, ending?: string, of: object = {}) =>
  priceByRule({ ...piece, ...of }, rule, ending === undefined ? undefined : parseMoney(ending));

describe('a price by a percentage', () => {
  test.each<[percent: string, ending: string | undefined, price: string]>([
    ['10', undefined, '22'],
    ['-7.5', undefined, '18.5'],
    ['0.02', undefined, '20'],
    ['0.03', undefined, '20.01'],
    ['10', '0.90', '21.9'],
    ['10', '0.99', '21.99'],
    ['12', '0', '22'],
    ['13', '0', '23'],
    // As far from the lower as from the higher one.
    ['12.5', '0', '23'],
    ['-90', '0', '2'],
  ])('of %s, ending on %s, is %s', (percent, ending, price) => {
    expect(priced({ percent }, ending)).toBe(parseMoney(price));
  });

  test('is never zero, whatever it ends on', () => {
    expect(priced({ percent: '-90' }, '0', { price: parseMoney('1') })).toBe(parseMoney('1'));
  });

  test('is one that the currency can write', () => {
    expect(priced({ percent: '10' }, undefined, { price: parseMoney('1005'), currency: 'JPY' })).toBe(
      parseMoney('1106'),
    );
  });
});

describe('a price by a margin', () => {
  test.each<[margin: string, ending: string | undefined, price: string]>([
    ['40', undefined, '21.82'],
    ['40', '0.90', '21.9'],
    ['40', '0', '22'],
    ['35', '0', '20'],
    ['1', '0.99', '12.99'],
  ])('of %s percent, ending on %s, is %s', (margin, ending, price) => {
    expect(priced({ margin }, ending)).toBe(parseMoney(price));
  });

  test('does not exist where fee and margin are all of the price', () => {
    expect(priced({ margin: '90' }, undefined, { feePercent: '9.99' })).toBeDefined();
    expect(priced({ margin: '90' }, undefined, { feePercent: '10' })).toBeUndefined();
  });

  test('without one leaves the cost after the fee', () => {
    expect(priced({})).toBe(parseMoney('12.63'));
  });

  test.each([
    ['USD', 10_000n],
    ['JPY', 1_000_000n],
    ['KWD', 1_000n],
  ])('in %s reaches the margin after the rounded fee, and a unit less does not', (currency, unit) => {
    const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((part) => `${part / 100}`);
    const costs = fc.integer({ min: 1, max: 50_000 });
    const holds = (units: number, feePercent: string, margin: string) => {
      const cost = BigInt(units) * unit;
      const price = priceByRule({ ...piece, cost, feePercent, currency }, { margin }) as bigint;
      const reaches = (asked: bigint) =>
        (asked - cost - percentOf(asked, feePercent, currency)) * parseMoney('100') >=
        asked * parseMoney(margin);
      expect([reaches(price), reaches(price - unit), price % unit]).toEqual([true, false, 0n]);
    };
    fc.assert(fc.property(costs, hundredths(0, 900), hundredths(100, 9000), holds), { numRuns: 300, seed });
  });
});
