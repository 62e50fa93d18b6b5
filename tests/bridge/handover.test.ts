import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeHandover } from '../../bridge/handover.ts';

const site = 'https://souk.example';

describe('URL hand-over', () => {
  test.each<[string, string, { token?: string; lang?: string; invite?: string }]>([
    // The fragment's hand-over goes whole.
    ['/#token=k3y', '/', { token: 'k3y' }],
    ['/#token=k3y&lang=ar&invite=AB12', '/', { token: 'k3y', lang: 'ar', invite: 'AB12' }],
    ['/#lang=zh-CN', '/', { lang: 'zh-CN' }],
    [
      '/orderList?status=shipped#lang=fr&token=k3y',
      '/orderList?status=shipped',
      { token: 'k3y', lang: 'fr' },
    ],
    ['/#section=2&token=k3y', '/', { token: 'k3y' }],
    ['/#token=', '/', {}],
    // Of the query only the token.
    ['/?token=k3y', '/', { token: 'k3y' }],
    ['/?token=k3y&lang=vi', '/?lang=vi', { token: 'k3y', lang: 'vi' }],
    ['/?lang=vi&token=k3y', '/?lang=vi', { token: 'k3y', lang: 'vi' }],
    [
      '/invite?invite=AB12&a=1&token=k3y&b=2',
      '/invite?invite=AB12&a=1&b=2',
      { token: 'k3y', invite: 'AB12' },
    ],
    ['/?token=one&x=1&token=two', '/?x=1', { token: 'one' }],
    ['/?token=&x=1', '/?x=1', {}],
    ['/?token=k3y#terms', '/#terms', { token: 'k3y' }],
    // Both: the fragment goes first.
    ['/?token=old&lang=en#token=new', '/?lang=en', { token: 'new', lang: 'en' }],
    // Hash routes keep their bytes.
    ['/#/orderList', '/#/orderList', {}],
    ['/#/order?id=SK-1&lang=x', '/#/order?id=SK-1&lang=x', {}],
    ['/#/order?id=SK-1&token=k3y', '/#/order?id=SK-1', { token: 'k3y' }],
    ['/page?token=k3y#/order?token=', '/page#/order', { token: 'k3y' }],
    // Nothing to hand over: every byte as it was.
    ['/', '/', {}],
    ['/#', '/#', {}],
    ['/?', '/?', {}],
    ['/?token', '/?token', {}],
    ['/?mytoken=1&tokens=2&TOKEN=3', '/?mytoken=1&tokens=2&TOKEN=3', {}],
    ['/?q=%E0%A4%A&x=a+b&&y=%2F', '/?q=%E0%A4%A&x=a+b&&y=%2F', {}],
    ['/?token=k3y&q=%E0%A4%A&x=a+b&&y=%2F', '/?q=%E0%A4%A&x=a+b&&y=%2F', { token: 'k3y' }],
    ['/?next=https://a.example/?token=1', '/?next=https://a.example/?token=1', {}],
    ['/#how-to-get-a-token=1', '/#how-to-get-a-token=1', {}],
    // Values are strings, decoded once; a plus stays a plus.
    ['/#token=a%2Bb%2Fc%3D%3D', '/', { token: 'a+b/c==' }],
    ['/#token=a+b/c==', '/', { token: 'a+b/c==' }],
    ['/#invite=100%', '/', { invite: '100%' }],
    ['/#invite=%E5%BA%97', '/', { invite: '店' }],
    // What cannot be a token is cut, and is none.
    ['/#token=a%0D%0Ax-admin:1', '/', {}],
    ['/?token=a%20b', '/', {}],
  ])('%s leaves %s', (from, to, { token = null, lang = null, invite = null }) => {
    expect(takeHandover(site + from)).toEqual({ token, lang, invite, url: site + to });
  });

  const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~%+/:@!$\'()*,;"<> é') });
  const pairs = fc.array(fc.tuple(part, part), { maxLength: 5 }).map((all) =>
    all
      .filter(([key]) => !['token', 'lang', 'invite'].includes(key))
      .map(([key, value]) => `${key}=${value}`)
      .join('&'),
  );

  test('every byte around the token stays unchanged', () => {
    fc.assert(
      fc.property(part, pairs, pairs, (path, before, after) => {
        const query = [before, 'token=k3y', after].filter(Boolean).join('&');
        const rest = [before, after].filter(Boolean).join('&');
        const { token, url } = takeHandover(`${site}/${path}?${query}`);
        expect(token).toBe('k3y');
        expect(url).toBe(`${site}/${path}${rest && '?'}${rest}`);
      }),
    );
  });

  test('no address makes the hand-over throw, and a second one finds nothing', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('?', '#', '&', '?token=', '#token=', '#/a?token='),
        fc.string(),
        (a, glue, b) => {
          const once = takeHandover(a + glue + b);
          expect(takeHandover(once.url).url).toBe(once.url);
          expect(takeHandover(once.url).token).toBeNull();
        },
      ),
    );
  });
});
