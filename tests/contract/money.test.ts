import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf } from '../../src/contract/currencies.ts';
import {
  formatIn,
  formatMoney,
  isWritable,
  MONEY,
  parseMoney,
  percentOf,
  roundUp,
  SIGNED_MONEY,
  unitOf,
} from '../../src/contract/money.ts';
import { foldAmount, foldDigits } from '../../src/contract/typed-text.ts';

const MOST = 999_999_999_999_999_999n;
const units = fc.bigInt({ min: -MOST, max: MOST });

describe('money', () => {
  test('comes back from text as it was, to the millionth', () => {
    fc.assert(fc.property(units, (sum) => parseMoney(formatMoney(sum)) === sum));
  });

  test('is written as the wire wants it', () => {
    fc.assert(
      fc.property(units, (sum) => SIGNED_MONEY.test(formatMoney(sum)) && /\.\d{2,6}$/.test(formatMoney(sum))),
    );
  });

  test.each([
    [0n, '0.00'],
    [12_500_000n, '12.50'],
    [-4_320_000n, '-4.32'],
    [1n, '0.000001'],
    [-100n, '-0.0001'],
    [1_230_000n, '1.23'],
    [MOST, '999999999999.999999'],
  ])('%s units are %s', (sum, text) => {
    expect(formatMoney(sum)).toBe(text);
  });

  test.each(['', '.5', '5.', '01', '1,5', '1e3', '+1', ' 1', '1.2345678', '1234567890123', '--1', 'NaN'])(
    'refuses %j without repeating it',
    (text) => {
      expect(() => parseMoney(text)).toThrow(/^Not an amount: expected text such as "12\.50"\.$/);
    },
  );

  test('knows a sign only where it is allowed', () => {
    expect([MONEY.test('-1.00'), SIGNED_MONEY.test('-1.00')]).toEqual([false, true]);
  });
});

describe('a percentage', () => {
  test.each([
    ['86.40', '5', 'USD', '4.32'],
    ['150.00', '1.5', 'USD', '2.25'],
    ['0.10', '5', 'USD', '0.01'],
    ['0.09', '5', 'USD', '0.00'],
    ['33.33', '5', 'USD', '1.67'],
    ['0.00', '5', 'USD', '0.00'],
    ['3333.00', '5', 'JPY', '167.00'],
    ['10.00', '5', 'JPY', '1.00'],
    ['9.00', '5', 'JPY', '0.00'],
    ['0.010', '5', 'KWD', '0.001'],
    ['33.333', '5', 'KWD', '1.667'],
  ])('a percentage of %s at %s in %s is %s, rounded half up', (sum, percent, currency, share) => {
    expect(formatMoney(percentOf(parseMoney(sum), percent, currency))).toBe(share);
  });

  test('is never further from the exact share than half of what the currency can write', () => {
    const sums = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const currencies = fc.constantFrom('JPY', 'USD', 'KWD');
    fc.assert(
      fc.property(sums, fc.integer({ min: 0, max: 100 }), currencies, (sum, percent, currency) => {
        const off = percentOf(sum, String(percent), currency) * 100n - sum * BigInt(percent);
        const half = unitOf(currency) * 50n;
        return off <= half && off >= -half;
      }),
    );
  });
});

describe('a currency', () => {
  test.each([
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['IDR', 0],
    ['USD', 2],
    ['HUF', 2],
    ['USDT', 2],
    ['JPYC', 2],
    [undefined, 2],
    ['KWD', 3],
    ['CLF', 4],
  ])('%s has %i decimals', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals);
  });

  test('can write whole units alone, and others are rounded up to one', () => {
    const sums = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(sums, fc.constantFrom('JPY', 'USD', 'KWD'), (sum, currency) => {
        const decimals = formatMoney(sum).replace(/^\d+\.|0+$/g, '').length;
        expect([isWritable(sum, currency), isWritable(sum, undefined)]).toEqual([
          decimals <= decimalsOf(currency),
          true,
        ]);
        const up = roundUp(sum, currency);
        expect([isWritable(up, currency), up >= sum, up < sum + unitOf(currency)]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  test.each([
    ['JPY', 12_000_000n, '12'],
    ['JPY', -1_500_000n, '-1.5'],
    ['USD', 12_500_000n, '12.50'],
    ['KWD', 12_500_000n, '12.500'],
    ['USD', 12_345_678n, '12.345678'],
  ])('%s of %s units are %s in a file, and nothing is left out', (currency, sum, text) => {
    expect(formatIn(currency, sum)).toBe(text);
  });
});

describe('what a person types', () => {
  test.each([
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['١٢٫٥٠', '12.50'],
    ['１２．５０', '12.50'],
    ['plain 12.50', 'plain 12.50'],
  ])('%s folds to %s', (typed, folded) => {
    expect(foldDigits(typed)).toBe(folded);
  });

  test.each([
    ['12,50', ',', '12.50'],
    ['12,50', '.', '12.50'],
    [' 12.50 ', '.', '12.50'],
    ['12.5', ',', '12.5'],
    ['1 234,50', ',', '1234.50'],
    ['1.234,50', ',', '1234.50'],
    ['1.234,50', '.', '1234.50'],
    ['1,234.50', ',', '1234.50'],
    ['1,234.50', '.', '1234.50'],
    ['1.000.000', '.', '1000000'],
    ['12,345,678.9', '.', '12345678.9'],
    ['50,125', ',', '50.125'],
    ['50.125', '.', '50.125'],
    ['0.125', ',', '0.125'],
    ['1234.567', '.', '1234.567'],
    ['50,1234', ',', '50.1234'],
    ['12.345678', ',', '12.345678'],
    ['12.345678', '', '12.345678'],
    ['12,50', '', '12.50'],
    ['1.234,50', '', '1234.50'],
    ['12\u00a0345\u202f678,9', ',', '12345678.9'],
    ['١٬٢٣٤٫٥٠', '.', '1234.50'],
    ['١٬٢٣٤', ',', '1234'],
    ['١٬٢٣٤', '', '1234'],
    ['١٢،٥٠', '.', '12.50'],
    ['１，２３４．５０', '.', '1234.50'],
  ])('%j with decimal sign %j becomes %j', (typed, sign, text) => {
    expect(foldAmount(typed, sign)).toBe(text);
  });

  test.each([
    ['1,000', '.', '1000'],
    ['25.000', ',', '25000'],
    ['1.000', '.', '1000'],
    ['1,234.50', '.', '1234.50'],
    ['10.50', '.', '10.50'],
    ['10,50', '', '10.50'],
  ])('%j with decimal sign %j becomes %j where the currency has no decimals', (typed, sign, text) => {
    expect(foldAmount(typed, sign, 0)).toBe(text);
  });

  test.each([
    ['1.000', ','],
    ['20.000', ','],
    ['1,000', '.'],
    ['1.000', ''],
    ['1,000', ''],
    ['1000.000', ','],
    ['1000,000', '.'],
    ['1,0000', '.'],
    ['1,00,000', '.'],
    ['12 50', ','],
    ['12 50', '.'],
    ['1.234,50.', '.'],
    ['1.234.5', ','],
    ['1.23,45', ','],
    ['1,2345,678', '.'],
    ['1.234,567.890', '.'],
    ['.5', '.'],
    ['12,', ','],
  ])('%j with decimal sign %j is no amount', (typed, sign) => {
    expect(foldAmount(typed, sign)).not.toMatch(MONEY);
  });
});
