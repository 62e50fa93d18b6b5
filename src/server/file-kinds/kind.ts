import { isWholeJpeg } from './jpeg.ts';
import { isWholePdf } from './pdf.ts';
import { isWholePng } from './png.ts';
import { isWholeWebp } from './webp.ts';

/** What a file may turn out to be. Nothing in here runs in a browser. */
export type FileKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

const checks: [kind: FileKind, isWhole: (bytes: Buffer) => boolean][] = [
  ['image/jpeg', isWholeJpeg],
  ['image/png', isWholePng],
  ['image/webp', isWholeWebp],
  ['application/pdf', isWholePdf],
];

/**
 * What the bytes themselves say they are, from the first to the last; null for everything else. The name and the type
 * that came with a file are its sender's words and are not looked at.
 */
export const kindOf = (bytes: Buffer): FileKind | null =>
  checks.find(([, isWhole]) => isWhole(bytes))?.[0] ?? null;
