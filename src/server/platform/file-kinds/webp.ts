import { orientationBlock, orientationOf } from './exif.ts';
import { isShowable, maxParts } from './size.ts';

const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
// Bits of the head that announce an EXIF or an XMP block.
const exifBit = 0x08;
const xmpBit = 0x04;

const chunk = (type: string, content: Buffer): Buffer => {
  const framed = Buffer.alloc(8 + content.length + (content.length % 2));
  framed.write(type, 0, 'latin1');
  framed.writeUInt32LE(content.length, 4);
  content.copy(framed, 8);
  return framed;
};

/**
 * Returns the picture of a RIFF with exactly the length it declares, with the chunks that a viewer needs. Only the
 * orientation is kept. Null for bytes that are no complete WebP.
 */
export const cleanWebp = (bytes: Buffer): Buffer | null => {
  if (bytes.length < 30) return null;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const parts: Buffer[] = [];
  let hasPicture = false;
  let turn: Buffer | null = null;
  let count = 0;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length;
    const content = bytes.subarray(at + 8, end);
    if (end > bytes.length || ++count > maxParts || !isChunkSane(content, type)) return null;
    hasPicture ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    // Some cameras repeat the JPEG prefix of the block here.
    if (type === 'EXIF')
      turn = orientationBlock(orientationOf(content.subarray(content[0] === 0x45 ? 6 : 0)));
    if (needed.has(type)) parts.push(chunk(type, content));
    at = end + (length % 2);
  }
  if (!hasPicture || at !== bytes.length) return null;
  const [head] = parts;
  if (head?.toString('latin1', 0, 4) === 'VP8X') {
    head[8] = ((head[8] ?? 0) & ~(exifBit | xmpBit)) | (turn ? exifBit : 0);
    if (turn) parts.push(chunk('EXIF', turn));
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body]);
};

const isChunkSane = (chunk: Buffer, type: string): boolean => {
  if (type === 'VP8X')
    return chunk.length >= 10 && isShowable(chunk.readUIntLE(4, 3) + 1, chunk.readUIntLE(7, 3) + 1);
  if (type === 'VP8 ') {
    if (chunk.length < 10 || chunk.readUIntBE(3, 3) !== 0x9d012a) return false;
    return isShowable(chunk.readUInt16LE(6) & 0x3fff, chunk.readUInt16LE(8) & 0x3fff);
  }
  if (type === 'VP8L') {
    if (chunk.length < 5 || chunk[0] !== 0x2f) return false;
    const size = chunk.readUInt32LE(1);
    return isShowable((size & 0x3fff) + 1, ((size >>> 14) & 0x3fff) + 1);
  }
  return true;
};
