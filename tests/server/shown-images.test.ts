import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { appPolicy } from '../../src/server/http/page-policy.ts';
import { readPicture, storePicture } from '../../src/server/platform/files/pictures.ts';
import { kinds } from '../harness/database.ts';
import { useServer } from '../harness/use-server.ts';

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
  const server = useServer('postgres');
  const say = (name: string, image: string) => server.decide(name, pictured[name]?.(image) ?? {});
  const refusalOf = async (name: string, image: string) => {
    const { code, detail } = await say(name, image).then(
      () => ({ code: codes.ok, detail: {} }),
      (refusal) => refusal,
    );
    return { code, field: detail.field, message: detail.message };
  };

  beforeAll(async () => {
    await server.decide('goods-type-add', { id: 'home', name: 'Home' });
  });

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

const svg = (text: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`);

describe.each(kinds)('pictures of goods on %s', (kind) => {
  const server = useServer(kind);
  const read = async (name: string) => {
    const picture = await readPicture(server.deps.db, name);
    return picture && [picture.type, await new Response(picture.body).text()];
  };

  it('are kept by a name, once', async () => {
    await storePicture(server.deps.db, 'bag-0123456789.svg', svg('one'));
    await storePicture(server.deps.db, 'bag-0123456789.svg', svg('two'));
    expect(await read('bag-0123456789.svg')).toEqual(['image/svg+xml', expect.stringContaining('one')]);
  });

  it.each(['../secret.svg', 'a.html', 'a.svg.js', 'A.SVG', 'a.pdf', '.svg', `${'a'.repeat(81)}.svg`])(
    'are not kept as %s',
    async (name) => {
      await expect(storePicture(server.deps.db, name, svg('x'))).rejects.toThrow('is no picture');
      expect(await read(name)).toBeNull();
    },
  );
});
