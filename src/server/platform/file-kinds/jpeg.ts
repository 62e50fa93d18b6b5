import { orientationBlock, orientationOf } from './exif.ts';
import { isShowable, maxParts } from './size.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;
const exif = 'Exif\0\0';
// Markers of frames, which contain the size; the three between them mean something else.
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Returns where the compressed content ends: at the next marker that is not part of it. */
const endOfContent = (bytes: Buffer, from: number): number => {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
  }
  return bytes.length;
};

/**
 * Returns whether it is a marker of frames, tables, scans or restart intervals; no camera writes the reserved ones.
 */
const isKnown = (marker: number): boolean =>
  isFrame(marker) || [0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd].includes(marker);

const jfif = 'JFIF\0';
/** Returns the JFIF head without its thumbnail, which would still show what was cropped from the picture. */
const withoutThumbnail = (content: Buffer): Buffer | null => {
  if (content.length < 14 || content.toString('latin1', 0, jfif.length) !== jfif) return null;
  const head = Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), content.subarray(0, 14)]);
  head.fill(0, 16);
  return head;
};

/** Returns whether a viewer needs a segment; of those that programs define: density, colour profile, colour space. */
const isNeeded = (marker: number, content: Buffer): boolean => {
  if (marker < 0xe0) return isKnown(marker);
  if (marker > 0xef) return false;
  const begins = (name: string) => content.toString('latin1', 0, name.length) === name;
  if (marker === 0xe2) return begins('ICC_PROFILE\0');
  return marker === 0xee && begins('Adobe');
};

/**
 * Returns the picture without a camera's metadata (place, time, device, thumbnails, comments) and without bytes after
 * the end mark. Only the orientation is kept. Null for bytes that are no complete JPEG.
 */
export const cleanJpeg = (bytes: Buffer): Buffer | null => {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return null;
  const parts: Buffer[] = [];
  let hasSize = false;
  let hasScan = false;
  let orientation = 1;
  let count = 0;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) {
      const turn = orientationBlock(orientation);
      return hasScan ? Buffer.concat([withTurn(turn), ...parts, bytes.subarray(at, at + 2)]) : null;
    }
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length || ++count > maxParts) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    const content = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      if (content.length < 6 || !isShowable(content.readUInt16BE(3), content.readUInt16BE(1))) return null;
      hasSize = true;
    }
    if (marker === 0xe1 && content.toString('latin1', 0, exif.length) === exif)
      orientation = orientationOf(content.subarray(exif.length));
    hasScan ||= marker === startOfScan;
    if (hasScan && !hasSize) return null;
    const after = marker === startOfScan ? endOfContent(bytes, end) : end;
    const head = marker === 0xe0 ? withoutThumbnail(content) : null;
    if (head) parts.push(head);
    else if (isNeeded(marker, content)) parts.push(bytes.subarray(at, after));
    at = after;
  }
  return null;
};

const start = Buffer.from([0xff, 0xd8]);

const withTurn = (turn: Buffer | null): Buffer => {
  if (!turn) return start;
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exif.length + turn.length]);
  return Buffer.concat([start, head, Buffer.from(exif, 'latin1'), turn]);
};
