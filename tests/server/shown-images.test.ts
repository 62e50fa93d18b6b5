import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { appPolicy } from '../../src/server/http/page-policy.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const elsewhere = 'https://cdn.example/lamp.webp';
const hosted = 'https://files.example.com/lamp.webp';

const pictured: Record<string, (image: string) => object> = {
  'goods-add': (images) => ({
    code: `L-${images.length}`,
    no: `${images.length}`,
    type: 'home',
    name: 'A lamp',
    images,
    cost: '10.00',
    price: '20.00',
    stock: '5',
  }),
  'ad-create': (image) => ({
    title: 'Front page',
    image,
    target: 'shop',
    price: '30.00',
    unit: 'click',
    quantity: '90',
    days: '7',
  }),
  'slide-create': (image) => ({ image, alt: 'Spring' }),
  'qa-publish': (image) => ({
    id: 'parcels',
    lang: 'en',
    title: 'Parcels',
    category: 'Orders',
    body: `Look.\n![A parcel](${image})`,
  }),
};
// What is no address of a picture stays text in an answer of the help.
const hidden = (name: string) => [
  elsewhere,
  hosted,
  ...(name === 'qa-publish' ? [] : ['javascript:alert(1)', '//cdn.example/a.png']),
];
const fields: Record<string, string> = { 'goods-add': 'images', 'qa-publish': 'body' };
const names = Object.keys(pictured);

describe('the address of a picture', () => {
  let server: TestServer;
  const say = (name: string, image: string) =>
    decide(server.deps, name, pictured[name]?.(image) ?? {}, 'rosa');
  const refusalOf = async (name: string, image: string) => {
    const { code, detail } = await say(name, image).then(
      () => ({ code: codes.ok, detail: {} }),
      (refusal) => refusal,
    );
    return { code, field: detail.field, message: detail.message };
  };

  beforeAll(async () => {
    server = await startTestServer('postgres');
    await decide(server.deps, 'goods-type-add', { id: 'home', name: 'Home' }, 'rosa');
  });
  afterAll(() => server.close());

  it.each(names)(
    'the address of a picture that no page of the app shows is refused by %s with what to write instead',
    async (name) => {
      for (const image of hidden(name)) {
        const { code, field, message } = await refusalOf(name, image);
        expect([code, field]).toEqual([codes.invalidParameter, fields[name] ?? 'image']);
        expect(message).toContain(JSON.stringify(image));
        expect(message).toMatch(/\/files\/lamp\.webp.*SOUK_FILE_HOST/);
      }
      await say(name, '/files/lamp.webp');
    },
  );

  it.each(names)('is taken by %s where the policy of the page names its host', async (name) => {
    server.deps.config.fileHost = 'https://files.example.com';
    expect(appPolicy({ scriptHashes: [], styleHashes: [] }, server.deps.config)).toMatch(
      /img-src [^;]*https:\/\/files\.example\.com/,
    );
    await say(name, hosted);
    const { message } = await refusalOf(name, elsewhere);
    expect(message).toContain('SOUK_FILE_HOST, https://files.example.com.');
    server.deps.config.fileHost = '';
  });
});
