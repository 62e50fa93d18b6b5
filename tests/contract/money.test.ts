import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldAmount,
  foldDigits,
  formatMoney,
  MONEY,
  parseMoney,
  percentOf,
  SIGNED_MONEY,
} from '../../src/contract/money.ts';

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
    ['86.40', '5', '4.32'],
    ['150.00', '1.5', '2.25'],
    ['0.10', '5', '0.01'],
    ['0.09', '5', '0.00'],
    ['33.33', '5', '1.67'],
    ['0.00', '5', '0.00'],
  ])('a percentage of %s at %s is %s, rounded half up to cents', (sum, percent, share) => {
    expect(formatMoney(percentOf(parseMoney(sum), percent))).toBe(share);
  });

  test('is never further from the exact share than half a cent', () => {
    const sums = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(sums, fc.integer({ min: 0, max: 100 }), (sum, percent) => {
        const off = percentOf(sum, String(percent)) * 100n - sum * BigInt(percent);
        return off <= 500_000n && off >= -500_000n;
      }),
    );
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
