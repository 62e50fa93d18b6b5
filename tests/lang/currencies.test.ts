import { beforeEach, describe, expect, it } from 'vitest';
import { lang } from '../../src/lang/first.ts';
import { money, shortMoney, signedMoney } from '../../src/lang/index.ts';
import { inlineMoney } from '../../src/server/platform/texts/format.ts';

/** An amount in a currency that no ISO list holds, in each language, with no-break spaces written as they are read. */
const written: Record<string, [amount: string, negative: string]> = {
  en: ['USDT 12,345.50', '−USDT 12,345.50'],
  ar: ['12,345.50 USDT', '−12,345.50 USDT'],
  es: ['USDT 12,345.50', '−USDT 12,345.50'],
  fr: ['12 345,50 USDT', '−12 345,50 USDT'],
  id: ['USDT 12.345,50', '−USDT 12.345,50'],
  it: ['12.345,50 USDT', '−12.345,50 USDT'],
  ja: ['USDT 12,345.50', '−USDT 12,345.50'],
  ko: ['USDT 12,345.50', '−USDT 12,345.50'],
  pt: ['USDT 12.345,50', '−USDT 12.345,50'],
  vi: ['12.345,50 USDT', '−12.345,50 USDT'],
  'zh-CN': ['USDT 12,345.50', '−USDT 12,345.50'],
  'zh-TW': ['USDT 12,345.50', '−USDT 12,345.50'],
};

describe.each(Object.keys(written))('an amount in USDT, in %s', (tag) => {
  beforeEach(() => {
    lang.value = tag;
  });
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  it('has its code where the language writes codes, on screens', () => {
    expect([money('12345.5', 'USDT'), money('-12345.5', 'USDT')].map(plain)).toEqual(written[tag]);
  });

  it('is the same in what the server says', () => {
    const message = inlineMoney('12345.5', 'USDT', tag).replace(/[\u2066\u2069]/g, '');
    expect(plain(message)).toBe(written[tag]?.[0]);
  });

  it('keeps every digit that the ledger has, and drops cents only where room is short', () => {
    expect(money('0.000001', 'USDT')).toMatch(/0[.,]000001/);
    expect(shortMoney('12345.5', 'USDT')).not.toMatch(/[.,]50?\b/);
    expect(signedMoney('5', 'USDC')).toContain('+');
    expect(money('5', 'EURCV', {})).toContain('EURCV');
    expect(money(undefined, 'USDT')).toBe('—');
  });
});
