import { afterEach, describe, expect, test, vi } from 'vitest';
import it from '../../locales/it.json';
import { MONEY, parseMoney } from '../../src/contract/money.ts';
import { addTexts, lang, t } from '../../src/lang/first.ts';
import * as format from '../../src/lang/index.ts';
import { elide } from '../../src/lang/intl.ts';
import { completeAmount, toTyped, typedAmount } from '../../src/lang/typed-amount.ts';
import { displayDateTime } from '../../src/server/platform/texts/format.ts';
import { noticeTexts } from '../../src/server/platform/texts/texts.ts';

afterEach(() => {
  lang.value = 'en';
  format.configureShop({});
  vi.useRealTimers();
});

const usd = { currency: 'USD', timeZone: 'Asia/Bangkok' };

test('Spanish writes figures as Latin America does, and the dollar by its code', () => {
  lang.value = 'es';
  expect(format.money('1234.5', 'USD')).toBe('USD\u00a01,234.50');
});

test.each([
  ['en', '62.00'],
  ['es', '62.00'],
  ['id', '62,00'],
  ['fr', '62,00'],
  ['ar', '62.00'],
])('an amount is filled into a field as %s types it, %s, and read back as it was', (tag, typed) => {
  lang.value = tag;
  expect(toTyped('62.00')).toBe(typed);
  expect(typedAmount(typed)).toBe('62.00');
});

test.each(['es', 'ar'])(
  '1.000 is no amount in %s, as countries of that language differ in its sign',
  (tag) => {
    lang.value = tag;
    expect(typedAmount('1.000')).not.toMatch(MONEY);
    expect(typedAmount('1,000')).not.toMatch(MONEY);
  },
);

test.each(['en', 'es', 'id', 'ar'])(
  'an amount of three decimals is read back in %s as it was filled in',
  (tag) => {
    lang.value = tag;
    expect(parseMoney(typedAmount(toTyped('50.125')))).toBe(50_125_000n);
  },
);

test.each([
  ['en', 'JPY', '1000.00', '1000'],
  ['id', 'IDR', '25000.00', '25000'],
  ['en', 'KWD', '12.50', '12.500'],
  ['fr', 'KWD', '12.505', '12,505'],
  ['ar', 'KWD', '12.505', '12.505'],
])('in %s an amount in %s of %s is filled in as %s', (tag, currency, amount, typed) => {
  lang.value = tag;
  format.configureShop({ currency });
  expect(toTyped(amount)).toBe(typed);
  expect(parseMoney(typedAmount(typed))).toBe(parseMoney(amount));
});

test.each([
  ['en', 'JPY', '1,000', '1000'],
  ['es', 'JPY', '1.000', '1000'],
  ['id', 'IDR', '25.000', '25000'],
  ['en', 'JPY', '1000.00', '1000.00'],
  ['en', 'JPY', '1000.50', undefined],
  ['en', 'USD', '50.125', undefined],
  ['en', 'KWD', '1.505', '1.505'],
  ['en', 'KWD', '1.5055', undefined],
  ['ar', 'KWD', '1.505', '1.505'],
  ['ar', 'KWD', '1,505', undefined],
])('in %s an amount in %s typed as %s is %s', (tag, currency, typed, amount) => {
  lang.value = tag;
  format.configureShop({ currency });
  expect(completeAmount(typed)).toBe(amount);
});

test('an amount is complete once it is above zero', () => {
  const typed = ['', '0', '0.', '0.00', '0.0', '1.', '0.01', '1.000,5'];
  expect(typed.map(completeAmount)).toEqual([...Array(6).fill(undefined), '0.01', '1000.5']);
});

test('Japanese writes a unit without a space before it, and other units with one', () => {
  lang.value = 'ja';
  const unit = (name: string) => format.number(24, { style: 'unit', unit: name, unitDisplay: 'long' });
  expect(['day', 'hour', 'minute', 'second'].map(unit)).toEqual(['24日', '24時間', '24分', '24秒']);
  lang.value = 'zh-TW';
  expect(unit('hour')).toBe('24\u00a0小時');
});

test('Vietnamese names days as briefly as its calendars do', () => {
  lang.value = 'vi';
  expect(['2026-09-07', '2026-09-12', '2026-09-13'].map((day) => format.dayName(day, 'narrow'))).toEqual([
    'T2',
    'T7',
    'CN',
  ]);
});

describe('an Italian article', () => {
  test.each([
    ['entro il 8 dic, 17:10', 'entro l’8 dic, 17:10'],
    ['Dal 11 nov', 'Dall’11 nov'],
    ['fino al 8 dic', 'fino all’8 dic'],
    ['è del 8,5%', 'è dell’8,5%'],
    ['il 18 dic e il 1 gen', 'il 18 dic e il 1 gen'],
    ['entro 8 giorni', 'entro 8 giorni'],
  ])('elides or stays: "%s" is "%s"', (text, elided) => {
    expect(elide(text, 'it')).toBe(elided);
    expect(elide(text, 'es')).toBe(text);
  });

  test('is elided on screens and in notices alike', () => {
    addTexts('it', 'rest', it);
    lang.value = 'it';
    expect(t('orders.due.pay', { at: '11 nov, 17:10' })).toBe('Paga entro l’11 nov, 17:10');
    expect(noticeTexts('appeal_received', 'it', { decideBy: '8 dic 2026, 17:10' }).body).toBe(
      'Avrai una risposta entro l’8 dic 2026, 17:10.',
    );
  });
});

describe('an amount of money', () => {
  test.each([
    ['12.5', '$12.50'],
    ['0', '$0.00'],
    ['-48.2', '−$48.20'],
    ['1234567.89', '$1,234,567.89'],
    ['0.000001', '$0.000001'],
    ['999999999999.123456', '$999,999,999,999.123456'],
    ['0.1', '$0.10'],
    ['1.005', '$1.005'],
  ])('%s is %s', (text, shown) => {
    format.configureShop(usd);
    expect(format.money(text)).toBe(shown);
  });

  test.each([
    ['en', '$1,234.50'],
    ['ar', '1,234.50 $'],
    ['zh-CN', '$1,234.50'],
    ['fr', '1 234,50 $'],
    ['es', 'USD 1,234.50'],
    ['pt', 'US$ 1.234,50'],
    ['vi', '1.234,50 USD'],
    ['zh-TW', 'US$1,234.50'],
  ])('has Latin digits, a sign that names the dollar and no space that breaks in %s', (tag, shown) => {
    lang.value = tag;
    format.configureShop(usd);
    const text = format.money('1234.5');
    expect(text).not.toMatch(/[ \u202f\u0660-\u0669\u200e\u200f\u061c]/);
    expect(text.replace(/\u00a0/g, ' ')).toBe(shown);
  });

  test.each(['ar-EG', 'fa', 'ne', 'my'])('has Latin digits all the same in %s', (tag) => {
    lang.value = tag;
    expect(
      format
        .money('1234.5', 'USD')
        .match(/\p{Nd}/gu)
        ?.join(''),
    ).toMatch(/^1234\.?50$/);
    expect(format.time('2026-11-20T18:30:00.000Z')).toMatch(/^\d\d:\d\d$/);
  });

  test('keeps its sides inside a sentence that runs to the left', () => {
    expect(format.inline('$412.80')).toBe('$412.80');
    lang.value = 'ar';
    expect(format.inline('$412.80')).toBe('\u2066$412.80\u2069');
  });

  test.each([
    ['nothing known: the number alone', undefined, '12.50'],
    ['a token, which is no ISO code', 'USDT', 'USDT\u00a012.50'],
    ['a currency without decimals, and all that a server sends', 'JPY', '¥12.5'],
    ['a currency of three decimals', 'KWD', 'KWD\u00a012.500'],
  ])('is written with %s', (_, currency, shown) => {
    expect(format.money('12.5', currency)).toBe(shown);
  });

  test('ends with the letter of an Arabic sign, which stands in an amount from left to right', () => {
    lang.value = 'ar';
    expect(format.money('12.5', 'KWD')).toBe('12.500\u00a0د.ك');
  });

  test('always has its sign where it comes in or goes out', () => {
    expect([format.signedMoney('91.3', 'USD'), format.signedMoney('-48.2', 'USD')]).toEqual([
      '+$91.30',
      '−$48.20',
    ]);
  });

  test('drops its cents on tiles from a thousand on', () => {
    expect([format.shortMoney('999.5', 'USD'), format.shortMoney('1486.3', 'USD')]).toEqual([
      '$999.50',
      '$1,486',
    ]);
  });
});

describe('dates', () => {
  const at = '2026-11-20T18:30:00.000Z';

  test('are those of the shop’s zone', () => {
    vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
    format.configureShop(usd);
    expect(format.dateTime(at).replace(/\u00a0/g, ' ')).toBe('Nov 21, 1:30 AM');
    expect(format.dayName(at)).toBe('Sat');
    expect(format.shopTime(at).replace(/\s/g, ' ')).toBe('1:30 AM GMT+7');
    format.configureShop({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    expect(format.shopTime(at)).toBe(format.time(at));
  });

  test('are written in figures in Portuguese, on screens and in notices', () => {
    vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
    lang.value = 'pt';
    format.configureShop(usd);
    const shown = [
      format.date(at),
      format.weekDate(at),
      format.dateTime(at),
      format.date('2025-01-05T12:00:00Z'),
    ];
    expect(shown).toEqual(['21/11', 'sáb.,\u00a021/11', '21/11\u00a0às\u00a001:30', '05/01/2025']);
    expect(displayDateTime(at, 'Asia/Bangkok', 'pt')).toBe('21/11/2026\u00a0às\u00a001:30');
  });

  test.each([
    ['ar', '21 نوفمبر، 1:30 ص'],
    ['es', '21 nov a las 01:30'],
    ['fr', '21 nov. à 01:30'],
    ['vi', '01:30 21/11'],
    ['zh-CN', '11月21日 01:30'],
  ])('put the hour as %s does', (tag, shown) => {
    vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
    lang.value = tag;
    format.configureShop(usd);
    expect(
      format
        .dateTime(at)
        .replace(/\u00a0/g, ' ')
        .replace(/\u2060/g, ''),
    ).toBe(shown);
  });

  test('write the first of a month in French as 1er, and no other day', () => {
    vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
    lang.value = 'fr';
    format.configureShop(usd);
    const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1, 12)));
    expect(months.map(format.weekDate).filter((text) => !/\u00a01er\u00a0\p{L}/u.test(text))).toEqual([]);
    const shown = ['2026-12-01T08:01:00Z', '2026-12-11T08:01:00Z', '2026-12-31T01:00:00Z'].map(
      format.dateTime,
    );
    expect(shown.map((text) => text.slice(0, text.indexOf('\u00a0à')))).toEqual([
      '1er\u00a0déc.',
      '11\u00a0déc.',
      '31\u00a0déc.',
    ]);
  });

  test.each(['ja', 'zh-CN', 'zh-TW'])('have no place to break inside in %s', (tag) => {
    lang.value = tag;
    const breaking = /[年月日周週金(](?!\u2060|$)|[^\u2060](?=[年月日周週金(])/u;
    expect([format.weekDate(at), format.dateTime(at)].filter((text) => breaking.test(text))).toEqual([]);
  });

  test('say the year only where it is another one', () => {
    vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
    expect(format.date('2026-01-05T12:00:00Z')).not.toContain('2026');
    expect(format.date('2025-01-05T12:00:00Z')).toContain('2025');
  });

  test.each(['ar', 'en', 'es', 'fr', 'id', 'it', 'ja', 'ko', 'pt', 'vi', 'zh-CN', 'zh-TW'])(
    'a date at the end of a sentence leaves the full stop to the sentence, in %s',
    (tag) => {
      vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
      lang.value = tag;
      const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 11, 12)));
      const shown = months.flatMap((day) => [format.date(day), format.weekDate(day)]);
      expect(shown.filter((text) => text.endsWith('.'))).toEqual([]);
    },
  );

  test.each([
    ['an unknown zone leaves the device’s', { timeZone: 'Mars/Olympus' }],
    ['no zone at all', {}],
  ])('%s', (_, shop) => {
    format.configureShop(shop);
    expect(format.time(at)).toMatch(/^\d+:\d\d\u00a0[AP]M$/);
  });

  test.each(['fa', 'th', 'ar-SA'])('are those of the Gregorian calendar in %s, too', (tag) => {
    lang.value = tag;
    expect(format.date('2024-03-05T12:00:00Z')).toMatch(/2024/);
  });

  test('what is no date is shown as it came', () => {
    expect(format.date('soon')).toBe('soon');
  });
});

test('languages are named in themselves', () => {
  expect(['en', 'ar', 'fr'].map(format.langName)).toEqual(['English', 'العربية', 'Français']);
});
