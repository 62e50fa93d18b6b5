import { describe, expect, test } from 'vitest';
import { withAbsoluteUrls } from '../../src/shell/absolute-answers.ts';

const through = async (text: string) => {
  const answer = await withAbsoluteUrls(
    new Response(text, { status: 418, headers: { 'souk-contract': '1' } }),
    'https://souk.example',
  );
  return { text: await answer.text(), status: answer.status, contract: answer.headers.get('souk-contract') };
};

describe('an answer of a server at another origin', () => {
  test.each([
    ['a picture', '{"logo":"/files/a.png"}', '{"logo":"https://souk.example/files/a.png"}'],
    [
      'a list of them',
      '{"images":["/files/a","/files/b"]}',
      '{"images":["https://souk.example/files/a","https://souk.example/files/b"]}',
    ],
    [
      'a link with spaces before it',
      '{"fileUrl": "/api/exports/t.csv"}',
      '{"fileUrl": "https://souk.example/api/exports/t.csv"}',
    ],
    [
      'a signed link',
      '[{"url":"/private/7?until=1&sign=x"}]',
      '[{"url":"https://souk.example/private/7?until=1&sign=x"}]',
    ],
    ['the demo’s terms', '{"termsLink":"/demo/terms"}', '{"termsLink":"https://souk.example/demo/terms"}'],
    ['an invitation', '{"link":"/invite?invite=A"}', '{"link":"https://souk.example/invite?invite=A"}'],
  ])('gets absolute URLs: %s', async (_, given, whole) => {
    expect((await through(given)).text).toBe(whole);
  });

  test.each([
    ['a shop’s name', '{"name":"/files/ & sons","logo":""}'],
    ['a street', '{"address":"/private/road 7"}'],
    ['a list of sentences', '{"requirements":["/files/ are kept"]}'],
    ['words that quote a field', '{"content":"\\"logo\\":\\"/files/a.png"}'],
    ['a way inside of Souk', '{"link":"/afterSale?id=7"}'],
    ['a whole address', '{"url":"https://cdn.example/files/a.png"}'],
  ])('stays unchanged: %s', async (_, given) => {
    expect(await through(given)).toEqual({ text: given, status: 418, contract: '1' });
  });
});
