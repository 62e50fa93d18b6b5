import { crc32 } from 'node:zlib';
import { orientationBlock, orientationOf } from './exif.ts';
import { isShowable, maxParts } from './size.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const frame = 12;
/** The chunks that a viewer needs; all others are texts, times and what programs define for themselves. */
const needed = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'hIST', 'pHYs', 'sBIT', 'sPLT'].concat(
    ['cHRM', 'gAMA', 'iCCP', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
    ['acTL', 'fcTL', 'fdAT'],
  ),
);

const chunk = (type: string, content: Buffer): Buffer => {
  const framed = Buffer.alloc(frame + content.length);
  framed.writeUInt32BE(content.length, 0);
  framed.write(type, 4, 'latin1');
  content.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), 8 + content.length);
  return framed;
};

/**
 * Returns the picture with the chunks that a viewer needs, after checking each checksum. Only the orientation is kept.
 * Null for bytes that are no complete PNG, or with bytes after it.
 */
export const cleanPng = (bytes: Buffer): Buffer | null => {
  if (!bytes.subarray(0, 8).equals(signature)) return null;
  const parts: Buffer[] = [signature];
  let hasData = false;
  let turn: Buffer | null = null;
  let count = 0;
  for (let at = 8; at + frame <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + frame + length;
    if (end > bytes.length || ++count > maxParts) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const isHeader = type === 'IHDR';
    if ((at === 8) !== isHeader) return null;
    if (isHeader && !isHeaderSane(bytes, at + 8, length)) return null;
    hasData ||= type === 'IDAT';
    if (type === 'eXIf') turn = orientationBlock(orientationOf(bytes.subarray(at + 8, end - 4)));
    if (type === 'IEND' && turn) parts.push(chunk('eXIf', turn));
    if (needed.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return hasData && end === bytes.length ? Buffer.concat(parts) : null;
    at = end;
  }
  return null;
};

const isHeaderSane = (bytes: Buffer, at: number, length: number): boolean =>
  length === 13 && isShowable(bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4));
