import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPicture, storePicture } from '../../src/server/platform/files/pictures.ts';
import { kinds } from '../harness/database.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const svg = (text: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`);

describe.each(kinds)('pictures of goods on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind);
  });
  afterAll(() => server.close());
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
