import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { uploadTypes } from '../../src/contract/file-types.ts';
import { orientationBlock, orientationOf } from '../../src/server/platform/file-kinds/exif.ts';
import { readKind } from '../../src/server/platform/file-kinds/kind.ts';
import { fileBodies, files } from '../../src/server/schema/files.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { apply, typed } from '../harness/identity.ts';
import { jpeg, png, webp } from '../harness/sample-files.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
/** Where it was taken and by what, and that it is to be turned; the words are easy to look for. */
const block = (orientation: number, order: 'II' | 'MM'): Buffer => {
  const camera = latin('SECRET-CAMERA GPS 48.8584 2.2945\0');
  const head = Buffer.alloc(8 + 2 + 24 + 4);
  const u16 = (value: number, at: number) =>
    order === 'II' ? head.writeUInt16LE(value, at) : head.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    order === 'II' ? head.writeUInt32LE(value, at) : head.writeUInt32BE(value, at);
  head.write(order, 0, 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(2, 8);
  u16(0x010f, 10);
  u16(2, 12);
  u32(camera.length, 14);
  u32(head.length, 18);
  u16(0x0112, 22);
  u16(3, 24);
  u32(1, 26);
  u16(orientation, 30);
  return Buffer.concat([head, camera]);
};
const segment = (marker: number, content: Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]),
    content,
  ]);
const chunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([latin(type), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
};
const riff = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

const photo = (orientation = 6, order: 'II' | 'MM' = 'II'): Buffer => {
  const whole = jpeg();
  return Buffer.concat([
    whole.subarray(0, 2),
    segment(0xe1, Buffer.concat([latin('Exif\0\0'), block(orientation, order)])),
    segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0<x>SECRET</x>')),
    // A small picture in the head itself, and in the head of an extension; and what no camera has a name for.
    segment(0xe0, Buffer.concat([latin('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x04'), latin('SECRET pixel')])),
    segment(0xe0, latin('JFXX\0\x10SECRET thumbnail')),
    segment(0xf5, latin('SECRET reserved')),
    segment(0xe2, latin('MPF\0SECRET second picture')),
    segment(0xed, latin('Photoshop 3.0\0SECRET')),
    segment(0xfe, latin('SECRET comment')),
    whole.subarray(2),
    latin('<script>SECRET behind the end</script>'),
  ]);
};
const picture = (): Buffer => {
  const whole = png();
  return Buffer.concat([
    whole.subarray(0, 33),
    chunk('eXIf', block(8, 'MM')),
    chunk('tEXt', latin('Comment\0SECRET')),
    chunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0SECRET')),
    chunk('zTXt', latin('Comment\0\0SECRET')),
    chunk('tIME', Buffer.from([7, 230, 1, 1, 1, 1, 1])),
    chunk('prVt', latin('SECRET')),
    whole.subarray(33),
  ]);
};
const web = (): Buffer => {
  const head = Buffer.alloc(10);
  head[0] = 0x0c;
  const body = Buffer.concat([
    latin('WEBP'),
    riff('VP8X', head),
    webp().subarray(12),
    riff('EXIF', block(3, 'II')),
    riff('XMP ', latin('<x>SECRET</x>')),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([latin('RIFF'), size, body]);
};
const traces = /SECRET|GPS|Photoshop|xap|tEXt|iTXt|zTXt|tIME|script/;

describe('a photo with the place where it was taken, a comment and something behind its end', () => {
  const server = useServer('postgres');
  let user: TestUser;
  beforeAll(async () => {
    user = await server.addUser();
  });

  const stored = async (fileId: string) => {
    const [row] = await server.deps.db.select().from(fileBodies).where(eq(fileBodies.fileId, fileId));
    return Buffer.from(row?.body ?? []).toString('latin1');
  };

  it.each(uploadTypes)('is kept and shown as a %s without any of it', async (type) => {
    for (const bytes of [photo(), picture(), web()]) {
      expect(bytes.toString('latin1')).toMatch(traces);
      const { code, data } = await sendForm<Output<'POST /v1/upload/{type}'>>(
        server,
        `/v1/upload/${type}`,
        { file: asFile(bytes) },
        user,
      );
      expect(code).toBe(codes.ok);
      expect(await stored(data.fileId)).not.toMatch(traces);
      const shown = Buffer.from(await (await server.app.request(data.url)).arrayBuffer());
      expect(shown.toString('latin1')).not.toMatch(traces);
      expect(shown.length).toBe(data.bytes);
    }
  });

  it('is kept without any of it as a document of a person', async () => {
    const answer = await apply(server, user, { ...typed, front: asFile(photo()), back: asFile(picture()) });
    const rows = await server.deps.db.select().from(files).where(eq(files.purpose, 'identity'));
    expect([answer.code, rows.length]).toEqual([codes.ok, 2]);
    for (const { id } of rows) expect(await stored(id)).not.toMatch(traces);
  });
});

describe('how a picture is to be turned', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is kept in a jpeg: %i', (orientation) => {
    for (const order of ['II', 'MM'] as const) {
      const body = readKind(photo(orientation, order))?.body ?? Buffer.alloc(0);
      const at = body.indexOf('Exif\0\0');
      expect(at < 0 ? 1 : orientationOf(body.subarray(at + 6))).toBe(orientation);
      expect(at < 0).toBe(orientation === 1);
    }
  });

  it('is kept in a png and a webp, where the head goes on saying so', () => {
    const inPng = readKind(picture())?.body ?? Buffer.alloc(0);
    expect(orientationOf(inPng.subarray(inPng.indexOf('eXIf') + 4))).toBe(8);
    const inWebp = readKind(web())?.body ?? Buffer.alloc(0);
    expect(orientationOf(inWebp.subarray(inWebp.indexOf('EXIF') + 8))).toBe(3);
    expect(inWebp[20]).toBe(0x08);
  });

  it('is not asked of a block that cannot be read', () => {
    const good = orientationBlock(6) as Buffer;
    expect(orientationOf(good)).toBe(6);
    for (let length = 0; length < 20; length++) expect(orientationOf(good.subarray(0, length))).toBe(1);
    expect(orientationOf(block(99, 'II'))).toBe(1);
  });
});

it.each([
  ['jpeg', photo],
  ['png', picture],
  ['webp', web],
])('a %s that was cleaned is whole, and cleaning it again changes nothing', (_, make) => {
  const once = readKind(make());
  expect(readKind(once?.body ?? Buffer.alloc(0))).toEqual(once);
});

it('a jpeg of several scans keeps them all, and loses what stands between them', () => {
  const whole = jpeg();
  const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
  const scans = Buffer.concat([
    whole.subarray(0, -2),
    segment(0xfe, latin('SECRET between')),
    whole.subarray(scan),
    latin('SECRET behind'),
  ]);
  const body = readKind(scans)?.body ?? Buffer.alloc(0);
  expect(body.equals(Buffer.concat([whole.subarray(0, -2), whole.subarray(scan)]))).toBe(true);
});
