// The best phone cameras take about 50 million pixels. A file of a few kilobytes can claim four thousand million, for
// which every viewer has to allocate memory.
const maxPixels = 100_000_000;

/** Returns whether a picture of this size can be opened without exhausting a reviewer's machine. */
export const isShowable = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= maxPixels;

/** No camera or program writes this many parts, yet a file of a few megabytes can consist of a million. */
export const maxParts = 10_000;
