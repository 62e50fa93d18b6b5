import { isShowable } from './size.ts';

/** A RIFF of exactly the length it names, with a picture in it; its chunks fill it to the last byte. */
export const isWholeWebp = (bytes: Buffer): boolean => {
  if (bytes.length < 30) return false;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let hasPicture = false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > bytes.length || !isChunkSane(bytes.subarray(at + 8, end), type)) return false;
    hasPicture ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    at = end + (length % 2);
  }
  return hasPicture && at === bytes.length;
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
