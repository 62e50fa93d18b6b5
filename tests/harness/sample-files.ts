import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

const pngHead = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header)]);
};

/** A real picture of one colour; `text` goes into a comment, where any text may stand. */
export const png = (shade = 90, text = ''): Buffer => {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * 16, shade)]);
  const pixels = Buffer.concat(Array.from({ length: 16 }, () => row));
  const comment = text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))] : [];
  return Buffer.concat([
    pngHead(16, 16),
    ...comment,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A picture of a few bytes that says it has thousands of millions of pixels. */
export const pngBomb = (): Buffer =>
  Buffer.concat([
    pngHead(65_535, 65_535),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const smallJpeg =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

/** A real picture; `text` goes into a comment segment. */
export const jpeg = (text = ''): Buffer => {
  const whole = Buffer.from(smallJpeg, 'base64');
  if (!text) return whole;
  const comment = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 0xff]);
  return Buffer.concat([whole.subarray(0, 2), head, comment, whole.subarray(2)]);
};

/** The same picture, with another size written into its frame. */
export const jpegOf = (width: number, height: number): Buffer => {
  const bytes = jpeg();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc9]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};

const smallWebp = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

/** A real picture of one pixel. */
export const webp = (): Buffer => Buffer.from(smallWebp, 'base64');

/** A document of one empty page; `extra` stands in its catalogue. */
export const pdf = (extra = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R${extra}>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );

/** A document of exactly so many bytes. */
export const pdfOf = (bytes: number): Buffer => {
  const [head = '', tail = ''] = pdf().toString('latin1').split('trailer');
  const filling = bytes - pdf().length - 2;
  return Buffer.from(`${head}%${' '.repeat(filling)}\ntrailer${tail}`, 'latin1');
};
