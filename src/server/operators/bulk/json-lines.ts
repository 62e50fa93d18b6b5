import { setImmediate } from 'node:timers/promises';
import { opsRefusals } from '../ops-refusals.ts';
import { type BulkRow, type Line, readLines, refusalOfText } from './rows.ts';

function rowOf({ line, text, isOpen }: Line): BulkRow {
  const refusal = refusalOfText(text);
  if (refusal) return { line, refusal };
  try {
    return { line, input: JSON.parse(text) };
  } catch {
    return { line, refusal: isOpen ? opsRefusals.rowCut() : opsRefusals.rowNotJson() };
  }
}

/** Reads JSON lines as they arrive, an object a line. */
export async function* readJsonLines(parts: AsyncIterable<string>): AsyncGenerator<BulkRow> {
  for await (const line of readLines(parts)) {
    // What is refused at once waits for nothing, and other requests have their turn.
    await setImmediate();
    if (line.text.trim() !== '') yield rowOf(line);
  }
}
