import { describe, expect, test } from 'vitest';
import en from '../../locales/en.json';
import { ApiError } from '../../src/data/api-error.ts';
import { readAnswer } from '../../src/data/send.ts';
import { addTexts, errorText } from '../../src/lang/index.ts';

addTexts('en', 'first', en);

const read = (status: number, body: unknown) => {
  try {
    return readAnswer(status, body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.code} ${error.message}`.trim();
  }
};

const none = {};
const onePage = (list: unknown[]) => ({ list, nextCursor: null });

describe('an answer of a server of the specification is read in its envelope', () => {
  test.each<[what: string, status: number, body: unknown, read: unknown]>([
    ['a number as code', 200, { code: 200, msg: 'ok', data: { a: 1 } }, { a: 1 }],
    ['a numeric string as code', 200, { code: '200', data: { a: 1 } }, { a: 1 }],
    ['data that is absent', 200, { code: 200 }, none],
    ['data that is null', 200, { code: 200, data: null }, none],
    ['data that is an empty object', 200, { code: 200, data: {} }, none],
    ['data that is an empty list', 200, { code: 200, data: [] }, onePage([])],
    [
      'a list with holes, at any depth',
      200,
      { code: 200, data: { list: [null, { items: [null, 1], note: null }], nextCursor: null } },
      onePage([{ items: [1], note: null }]),
    ],
    ['a bare list', 200, { code: 200, data: [{ id: '1' }] }, onePage([{ id: '1' }])],
    ['a refusal with msg', 200, { code: 424, msg: 'Not enough' }, '424 Not enough'],
    ['a refusal with message', 200, { code: '424', message: 'Not enough' }, '424 Not enough'],
    ['a refusal with an HTTP status', 403, { code: 437, msg: 'No' }, '437 No'],
    ['HTTP 401 with an envelope', 401, { code: 401, msg: 'Forged' }, '401 Forged'],
    ['HTTP 401 with another code inside', 401, { code: 408, msg: 'Expired' }, '408 Expired'],
    ['HTTP 401 without an envelope', 401, 'Unauthorized', '401'],
    ['HTTP 500 without an envelope', 500, '<h1>Error</h1>', '500'],
    ['HTTP 500 with only words', 500, { message: 'Down for an hour' }, '500 Down for an hour'],
    ['HTTP 500 that says code 200', 500, { code: 200, msg: 'ok' }, '500 ok'],
    ['HTTP 502 of a proxy', 502, '<h1>Bad gateway</h1>', 'status'],
    ['HTTP 429 of a proxy, read as that code', 429, '', '429'],
    ['a page instead of JSON', 200, '<html>Sign in to the hotel</html>', 'status'],
    ['JSON that is no envelope', 200, { id: 1 }, 'status'],
    ['JSON that is null', 200, null, 'status'],
    ['a code that is no number', 200, { code: 'ok', data: {} }, 'status'],
    ['an empty code', 200, { code: '', data: {} }, 'status'],
    ['an unknown code', 200, { code: 999, msg: 'New' }, '999 New'],
  ])('%s', (_, status, body, expected) => {
    expect(read(status, body)).toEqual(expected);
  });
});

test.each([404, 405])(
  'a call that a web server does not know (%i) is an absent call, not a missing record',
  (status) => {
    try {
      readAnswer(status, '<h1>Not found</h1>');
      expect.unreachable();
    } catch (error) {
      expect(errorText(error as ApiError)).toBe('This isn’t available here.');
    }
  },
);

test('a refusal keeps its field and parameters', () => {
  try {
    readAnswer(200, { code: 444, msg: 'x', data: { field: 'accountId', params: { max: 5 } } });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: 444, fields: ['accountId'], params: { max: 5 } });
  }
});
