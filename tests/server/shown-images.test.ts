import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { appPolicy } from '../../src/server/http/page-policy.ts';
import { day, second } from '../../src/server/platform/clock.ts';
import { readPicture, storePicture, unusedPicturesDue } from '../../src/server/platform/files/pictures.ts';
import { pictures } from '../../src/server/schema.ts';
import { kinds } from '../harness/database.ts';
import { addGoods } from '../harness/market.ts';
import { jpeg, png } from '../harness/sample-files.ts';
import { useServer } from '../harness/use-server.ts';

const elsewhere = 'https://cdn.example/lamp.webp';
const hosted = 'https://files.example.com/files/lamp.webp';

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

const svg = (text: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`);

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
    await storePicture(server.deps.db, 'lamp.webp', svg('lamp'));
  });

  it.each(names)(
    'an address at which there is no picture is refused by %s with how to put one there',
    async (name) => {
      for (const image of ['/files/none.webp', '/logo.svg', '/files/lamp.webp?size=2']) {
        const { code, field, message } = await refusalOf(name, image);
        expect([code, field]).toEqual([codes.invalidParameter, fields[name] ?? 'image']);
        expect(message).toContain(
          `${JSON.stringify(image)}, and no picture is there. Upload it by picture-add`,
        );
      }
    },
  );

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

describe.each(kinds)('pictures that a supplier uploads on %s', (kind) => {
  const server = useServer(kind);
  const base64 = (...files: Buffer[]) => files.map((file) => file.toString('base64'));
  const upload = async (...files: Buffer[]) =>
    (await server.decide<{ images: string[] }>('picture-add', { pictures: base64(...files) })).images;
  const read = (address = '') => readPicture(server.deps.db, address.replace('/files/', ''));
  const stored = () => server.deps.db.$count(pictures);

  it('have an address each, without what a program wrote into them', async () => {
    const [first, second, again] = await upload(png(1, 'Made at 52.5 N'), jpeg(), png(1));
    expect([(await read(first))?.type, (await read(second))?.type]).toEqual(['image/png', 'image/jpeg']);
    const bytes = await new Response((await read(first))?.body).arrayBuffer();
    expect(Buffer.from(bytes).equals(png(1))).toBe(true);
    expect(again).toBe(first);
  });

  it.each([
    ['is no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is cut off', png(2).subarray(0, 60)],
    ['is a PDF', Buffer.from('%PDF-1.4')],
    ['is empty', Buffer.alloc(0)],
  ])('are all refused where one %s, which is named', async (_, file) => {
    const before = await stored();
    const { code, detail } = await server.refused('picture-add', { pictures: base64(png(3), file) });
    expect([code, detail.field]).toEqual([codes.invalidParameter, 'pictures.1']);
    expect(detail.message).toMatch(
      /^Number 2 of "pictures" is no whole JPEG, PNG or WebP of at most 100 million pixels\. None/,
    );
    expect(await stored()).toBe(before);
  });

  it.each([
    ['of more than a megabyte', base64(Buffer.alloc(1_000_003)), 'pictures.0', 'at most 1,000,000 bytes'],
    ['that are no base64', ['%%%'], 'pictures.0', 'base64'],
    ['of which there are ten', base64(...Array(10).fill(png(4))), 'pictures', 'at most 9 pictures at once'],
    ['of which there is none', [], 'pictures', 'send a picture'],
  ])('are refused %s', async (_, sent, field, words) => {
    const { code, detail } = await server.refused('picture-add', { pictures: sent });
    expect([code, detail.field, detail.message]).toEqual([
      codes.invalidParameter,
      field,
      expect.stringContaining(words),
    ]);
  });

  it('are removed after two days in which nothing named them, and stay where something once did', async () => {
    const [unused, used, late] = await upload(png(10), png(11), png(12));
    const { code: goods } = await addGoods(server);
    const show = (images: (string | undefined)[]) => server.decide('goods-change', { goods, images });
    await show([used]);
    server.clock.advance(day);
    // Sent again, it waits from then on.
    await upload(png(12));
    server.clock.advance(day + second);
    await unusedPicturesDue.run(server.deps);
    expect([await read(unused), (await read(used))?.type, (await read(late))?.type]).toEqual([
      null,
      'image/png',
      'image/png',
    ]);
    await show([late]);
    await upload(png(11));
    server.clock.advance(3 * day);
    await unusedPicturesDue.run(server.deps);
    // Orders go on showing what the goods were shown by.
    expect([(await read(used))?.type, (await read(late))?.type]).toEqual(['image/png', 'image/png']);
    await expect(show([unused])).rejects.toMatchObject({ code: codes.invalidParameter });
  });
});
