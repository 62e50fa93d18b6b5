import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

/** Returns whether it begins as a PDF does. What is in it is not read, as it is only ever downloaded, never shown. */
const isPdf = (bytes: Buffer): boolean => /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8));

/** The kinds of files that are accepted. A browser runs none of them as they are served. */
export type FileKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** Returns the file as it may be stored, or null for bytes of another kind. */
type Clean = (bytes: Buffer) => Buffer | null;

const kinds: [kind: FileKind, clean: Clean][] = [
  ['image/jpeg', cleanJpeg],
  ['image/png', cleanPng],
  ['image/webp', cleanWebp],
  ['application/pdf', (bytes) => (isPdf(bytes) ? bytes : null)],
];

/**
 * Returns the kind of a file by its bytes, and the bytes to store: a picture without its location. Null for all other
 * files. The name and the type that the sender declares are ignored.
 */
export const readKind = (bytes: Buffer): { kind: FileKind; body: Buffer } | null => {
  for (const [kind, clean] of kinds) {
    const body = clean(bytes);
    if (body) return { kind, body };
  }
  return null;
};
