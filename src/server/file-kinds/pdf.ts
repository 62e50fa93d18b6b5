// What makes a document act when it is opened. A certificate needs none of it.
const active = ['/JavaScript', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA'];

// In a PDF's names any letter may be written as # and two hex digits.
const plainNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** From its head at the first byte to its end mark, without parts that act. */
export const isWholePdf = (bytes: Buffer): boolean => {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return false;
  if (!/%%EOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64)))) return false;
  const text = plainNames(bytes.toString('latin1'));
  return text.includes('startxref') && !active.some((name) => text.includes(name));
};
