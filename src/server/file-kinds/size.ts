// A phone's best camera takes about 50 million. A file of a few kilobytes can claim four thousand million, and whoever
// opens it has to find room for them.
const mostPixels = 100_000_000;

/** Whether a picture of this size can be opened without taking a reviewer's machine down. */
export const isShowable = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= mostPixels;
