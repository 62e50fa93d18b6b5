import type { Refusal } from '../../platform/refuse.ts';
import { opsRefusals } from '../ops-refusals.ts';

/** A row of a file as it was read, by its first line in the file. */
export type BulkRow = { line: number; input: unknown } | { line: number; refusal: Refusal };

/** The longest row, in letters: as long as the body of a decision that is sent by itself. */
export const maxRowLength = 100_000;

/** A line of a file, without its end. */
export interface Line {
  line: number;
  text: string;
  /** Whether it has no end, as a last line has that was cut off, or was written by a program. */
  isOpen: boolean;
}

/**
 * Reads lines as they arrive, by LF or CRLF, and passes over empty ones; of one that is too long to be a row it returns
 * the beginning.
 */
export async function* readLines(parts: AsyncIterable<string>): AsyncGenerator<Line> {
  let line = 0;
  let begun = '';
  for await (const part of parts) {
    const texts = (begun + part).split('\n');
    begun = (texts.pop() ?? '').slice(0, maxRowLength + 1);
    for (const text of texts) yield { line: ++line, text: text.replace(/\r$/, ''), isOpen: false };
  }
  if (begun !== '') yield { line: line + 1, text: begun, isOpen: true };
}

/** Returns the refusal of a row by its text, which is too long or not UTF-8; undefined for any other. */
export const refusalOfText = (text: string): Refusal | undefined => {
  if (text.length > maxRowLength) return opsRefusals.rowTooLong();
  // What a decoder of UTF-8 puts in place of bytes that are none.
  return text.includes('\u{fffd}') ? opsRefusals.rowNotUtf8() : undefined;
};
