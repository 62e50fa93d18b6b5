import { deflateSync } from 'node:zlib';
import { crc32 } from '../file-kinds/crc32.ts';

type Colour = readonly [red: number, green: number, blue: number];

const width = 320;
const height = 200;
const paper: Colour = [238, 232, 214];
const ink: Colour = [120, 132, 108];

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const header = (): Buffer => {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  // Eight bits for each of three colours, in the one way that there is.
  content.set([8, 2, 0, 0, 0], 8);
  return content;
};

// A square where a face would be, and lines where words would be: it shows nobody and is no paper of any country.
const isInk = (x: number, y: number): boolean =>
  (x > 24 && x < 104 && y > 48 && y < 148) || (x > 128 && x < 290 && y > 56 && y < 150 && y % 24 < 6);

/** One side of the demo's paper, as a PNG: drawn here, because a photo of a person has no place in a demo. */
export const paperPicture = (side: 'front' | 'back'): File => {
  const rows = Array.from({ length: height }, (_, y) => {
    const colours = Array.from({ length: width }, (_, x) => (side === 'front' && isInk(x, y) ? ink : paper));
    return Buffer.from([0, ...colours.flat()]);
  });
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header()),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return new File([bytes], `${side}.png`, { type: 'image/png' });
};
