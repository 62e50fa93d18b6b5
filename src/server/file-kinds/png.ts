import { crc32 } from './crc32.ts';
import { isShowable } from './size.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const frame = 12;

/** Chunk by chunk from the header to the end, each with its checksum, and nothing behind it. */
export const isWholePng = (bytes: Buffer): boolean => {
  if (!bytes.subarray(0, 8).equals(signature)) return false;
  let hasData = false;
  for (let at = 8; at + frame <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + frame + length;
    if (end > bytes.length) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false;
    const isHeader = type === 'IHDR';
    if ((at === 8) !== isHeader) return false;
    if (isHeader && !isHeaderSane(bytes, at + 8, length)) return false;
    hasData ||= type === 'IDAT';
    if (type === 'IEND') return hasData && end === bytes.length;
    at = end;
  }
  return false;
};

const isHeaderSane = (bytes: Buffer, at: number, length: number): boolean =>
  length === 13 && isShowable(bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4));
