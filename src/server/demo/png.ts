import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

export interface Drawn {
  width: number;
  height: number;
  colourAt(x: number, y: number): Colour;
}

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const header = ({ width, height }: Drawn): Buffer => {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  // Eight bits for each of three colours; the other fields have only one valid value.
  content.set([8, 2, 0, 0, 0], 8);
  return content;
};

/** Encodes a drawing as the file that a phone would send; the demo has no photo of a person. */
export const png = (drawn: Drawn): Buffer<ArrayBuffer> => {
  const rows = Array.from({ length: drawn.height }, (_, y) => {
    const colours = Array.from({ length: drawn.width }, (_, x) => drawn.colourAt(x, y));
    return Buffer.from([0, ...colours.flat()]);
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header(drawn)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
