import { opsRefusals } from '../ops-refusals.ts';
import { type BulkRow, maxRowLength } from './rows.ts';

/** Returns what one line holds; null for a line without a row. */
function rowOf(text: string, line: number, isCut: boolean): BulkRow | null {
  const written = text.trim();
  if (written === '') return null;
  if (written.length > maxRowLength) return { line, refusal: opsRefusals.rowTooLong() };
  // What a reader of UTF-8 puts in place of bytes that are none.
  if (written.includes('\u{fffd}')) return { line, refusal: opsRefusals.rowNotUtf8() };
  try {
    return { line, input: JSON.parse(written) };
  } catch {
    return { line, refusal: isCut ? opsRefusals.rowCut() : opsRefusals.rowNotJson() };
  }
}

/** Reads JSON lines as they arrive, an object a line; a byte order mark, CRLF and empty lines are passed over. */
export async function* readJsonLines(parts: AsyncIterable<string>): AsyncGenerator<BulkRow> {
  let line = 0;
  let begun = '';
  for await (const part of parts) {
    const lines = (begun + part).split('\n');
    // What is already too long to be a row needs no more than that to be refused.
    begun = (lines.pop() ?? '').slice(0, maxRowLength + 1);
    for (const text of lines) {
      const row = rowOf(text, ++line, false);
      if (row) yield row;
    }
  }
  const last = rowOf(begun, line + 1, true);
  if (last) yield last;
}
