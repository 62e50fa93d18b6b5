import { isShowable } from './size.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;
// Markers that name the frame's size; the three that lie between them mean something else.
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Segment by segment from the start to the end mark. Cameras put more behind it (a second picture, a film), which no
 * viewer of a JPEG looks at.
 */
export const isWholeJpeg = (bytes: Buffer): boolean => {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return false;
  let hasSize = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return false;
    if (isFrame(marker)) {
      if (length < 8 || !isShowable(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))) return false;
      hasSize = true;
    }
    // Behind the first scan the content is compressed; the end mark cannot occur in it by chance.
    if (marker === startOfScan)
      return hasSize && bytes.indexOf(Buffer.from([0xff, endOfImage]), at + 2 + length) > 0;
    at += 2 + length;
  }
  return false;
};
