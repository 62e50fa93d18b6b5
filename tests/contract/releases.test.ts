import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openapi } from '../../src/contract/openapi.ts';
import { compareDocuments, type Document } from '../harness/openapi-compatible.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');
const read = (release: string): Document =>
  JSON.parse(readFileSync(join(fixtures, release, 'openapi.json'), 'utf8'));
const current = JSON.stringify(openapi());
const today = (): Document => JSON.parse(current);

/** Breaks with a release that were decided, each with the reason; everything else has to stay as it was. */
const decided: Record<string, Record<string, string>> = { '0.1.0': {} };

/**
 * Values and variants of answers that a client of the release has not heard of. They are allowed, since a client passes
 * over what it does not know; they stand here so that adding one is a decision.
 */
const newInAnswers: Record<string, string[]> = {
  '0.1.0': [
    'GET /v1/me data.features[]: language',
    'GET /v1/me data.features[]: terms',
    'GET /v1/me data.features[]: updatePassword',
    'POST /v1/order/decline data.order.endReason: deliver_by_passed',
    'POST /v1/order/list data.list[].endReason: deliver_by_passed',
  ],
};

describe.each(readdirSync(fixtures))('the contract beside release %s', (release) => {
  const { broken, added } = compareDocuments(read(release), today());

  it('takes every request and gives every field that the release knew', () => {
    expect(broken.filter((one) => !(one in (decided[release] ?? {})))).toEqual([]);
  });

  it('breaks what was decided and nothing that no longer breaks', () => {
    expect(Object.keys(decided[release] ?? {}).filter((one) => !broken.includes(one))).toEqual([]);
  });

  it('names every value that is new in answers', () => {
    expect(added).toEqual(newInAnswers[release]);
  });
});

interface Tree {
  [name: string]: Tree;
}
type Change = (document: Document) => void;

const at = (document: Document, ...place: string[]): Tree =>
  place.reduce((node, key) => node[key] as Tree, document as unknown as Tree);
const listAt = (document: Document, ...place: string[]) => at(document, ...place) as unknown as unknown[];
const body = (path: string) =>
  ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'] as const;
const order = ['components', 'schemas', 'Order'] as const;
const set = (node: Tree, name: string, value: unknown) => {
  node[name] = value as Tree;
};
const remove = (node: Tree, name: string) => {
  delete node[name];
};

describe('the comparison of two documents', () => {
  const breaks: [string, Change, RegExp][] = [
    [
      'a call that is gone',
      (d) => remove(at(d, 'paths'), '/v1/order/pay'),
      /^POST \/v1\/order\/pay: is gone$/,
    ],
    [
      'a field of an answer that is gone',
      (d) => remove(at(d, ...order, 'properties'), 'status'),
      /\.status: is gone$/,
    ],
    [
      'a field of an answer with another type',
      (d) => set(at(d, ...order, 'properties'), 'no', { type: 'number' }),
      /\.no: may be number, was string$/,
    ],
    [
      'a field of an answer that may be null now',
      (d) => set(at(d, ...order, 'properties'), 'no', { anyOf: [{ type: 'string' }, { type: 'null' }] }),
      /\.no: may be null, was string$/,
    ],
    [
      'a field of an answer that may be left out now',
      (d) => set(at(d, ...order), 'required', []),
      /\.no: may be left out now$/,
    ],
    [
      'a new required field of a request',
      (d) => listAt(d, ...body('/v1/order/pay'), 'required').push('reason'),
      /body\.reason: is required now$/,
    ],
    [
      'a field that a request no longer accepts',
      (d) => remove(at(d, ...body('/v1/order/pay'), 'properties'), 'orderIds'),
      /body\.orderIds: is no longer accepted$/,
    ],
    [
      'a value that a request no longer accepts',
      (d) => listAt(d, ...body('/v1/order/list'), 'properties', 'status', 'enum').pop(),
      /body\.status: no longer accepts/,
    ],
    [
      'a limit of a request that is narrower',
      (d) => set(at(d, ...body('/v1/order/pay'), 'properties', 'orderIds'), 'maxItems', 5),
      /body\.orderIds: maxItems was 20, is 5$/,
    ],
    [
      'a required parameter',
      (d) =>
        listAt(d, 'paths', '/v1/order-comment', 'get', 'parameters').push({
          name: 'shop',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        }),
      /query shop: is required now$/,
    ],
  ];
  it.each(breaks)('finds %s', (_, change, sentence) => {
    const after = today();
    change(after);
    expect(compareDocuments(today(), after).broken).toContainEqual(expect.stringMatching(sentence));
  });

  it('finds nothing between a document and itself', () => {
    expect(compareDocuments(today(), today())).toEqual({ broken: [], added: [] });
  });

  it('allows a new call, a new field of an answer and a new choice of a request', () => {
    const after = today();
    set(at(after, 'paths'), '/v1/new', {});
    set(at(after, ...order, 'properties'), 'more', { type: 'string' });
    set(at(after, ...body('/v1/order/pay'), 'properties'), 'note', { type: 'string' });
    expect(compareDocuments(today(), after)).toEqual({ broken: [], added: [] });
  });

  it('lists a new value of an answer without calling it a break', () => {
    const after = today();
    listAt(after, ...order, 'properties', 'status', 'enum').push('lost');
    const { broken, added } = compareDocuments(today(), after);
    expect([broken, added]).toEqual([[], expect.arrayContaining([expect.stringMatching(/\.status: lost$/)])]);
  });
});
