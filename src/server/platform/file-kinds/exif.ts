const orientationTag = 0x0112;
const upright = 1;

/**
 * Returns the orientation of a picture, 1 to 8, from its EXIF block (`II` or `MM` first); 1 where the block has none,
 * or is not readable.
 */
export const orientationOf = (tiff: Buffer): number => {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return upright;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  if (directory + 2 > tiff.length) return upright;
  const count = u16(directory);
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * 12;
    if (at + 12 > tiff.length) return upright;
    if (u16(at) !== orientationTag) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : upright;
  }
  return upright;
};

/** Returns an EXIF block with the orientation and nothing else; null for an upright picture. */
export const orientationBlock = (orientation: number): Buffer | null => {
  if (orientation === upright) return null;
  const block = Buffer.alloc(26);
  block.write('MM\0*', 0, 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(orientationTag, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  return block;
};
