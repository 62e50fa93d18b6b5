import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

// In a PDF's names any letter may be written as # and two hex digits.
const letter = (char: string): string =>
  `(?:${char}|#${char
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (hex) => `[${hex}${hex.toUpperCase()}]`)})`;
// Names of active content, which runs when a document is opened; no certificate needs it.
const names = ['JavaScript', 'Launch', 'EmbeddedFile', 'RichMedia', 'XFA'];
/** Searched in one pass: five million bytes that could each start a name would block all other requests. */
const active = new RegExp(`/(?:${names.map((name) => [...name].map(letter).join('')).join('|')})`);

/** Returns whether it is a complete PDF, from its head at the first byte to its end mark, without active content. */
const isWholePdf = (bytes: Buffer): boolean => {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return false;
  if (!/%%EOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64)))) return false;
  const text = bytes.toString('latin1');
  return text.includes('startxref') && !active.test(text);
};

/** The kinds of files that are accepted. None of them runs in a browser. */
export type FileKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** Returns the file as it may be stored, or null for bytes of another kind. */
type Clean = (bytes: Buffer) => Buffer | null;

const kinds: [kind: FileKind, clean: Clean][] = [
  ['image/jpeg', cleanJpeg],
  ['image/png', cleanPng],
  ['image/webp', cleanWebp],
  ['application/pdf', (bytes) => (isWholePdf(bytes) ? bytes : null)],
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
