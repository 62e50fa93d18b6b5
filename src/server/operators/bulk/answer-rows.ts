import { setTimeout as pause } from 'node:timers/promises';
import { codes, type ErrorCode } from '../../../contract/errors.ts';
import { second } from '../../platform/clock.ts';
import type { Refusal } from '../../platform/refuse.ts';
import type { BulkRow } from './rows.ts';

/** What a file came to, in rows; the last line of the answer. */
interface BulkSums {
  /** A dry run: nothing was written. */
  dry: boolean;
  rows: number;
  /** Carried out, the repeated ones among them. */
  done: number;
  /** Carried out before under the same key, and answered the same. */
  repeated: number;
  refused: number;
  /** The line at which the server gave up; it and all after it are sent again with the same key. Null for a whole file. */
  stoppedAt: number | null;
}

/** How each row is carried out and answered. */
export interface RowOptions {
  dry: boolean;
  /** Returns the envelope of a success. */
  carryOut(input: unknown, line: number): Promise<{ text: string; isRepeated: boolean }>;
  /** Returns an error as a refusal in words for developers. */
  refusalOf(error: unknown, input: unknown): Refusal;
  /** Returns the envelope of a refusal. */
  failureText(refusal: Refusal): string;
}

/** How often a row is tried while the server is busy. */
const attempts = 5;
const busy: readonly ErrorCode[] = [codes.systemBusy, codes.operationBusy];

const lineOf = (head: object, envelope: string): string =>
  `${JSON.stringify(head).slice(0, -1)},${envelope.slice(1)}\n`;

type Carried = { text: string; isRepeated: boolean } | { refusal: Refusal };

async function carryOutRow(row: BulkRow, { carryOut, refusalOf }: RowOptions): Promise<Carried> {
  if ('refusal' in row) return row;
  for (let attempt = 1; ; attempt++) {
    try {
      return await carryOut(row.input, row.line);
    } catch (error) {
      const refusal = refusalOf(error, row.input);
      if (!busy.includes(refusal.code) || attempt === attempts) return { refusal };
      await pause((refusal.detail.retryAfter ?? 1) * second);
    }
  }
}

/**
 * Carries out the rows of a file in their order and answers each by a line of JSON, its line in the file before the
 * envelope; the last line has the sums. A row that is refused stops no other; one for which the server stays busy ends
 * the answer, as it would for all after it.
 */
export async function* answerRows(rows: AsyncIterable<BulkRow>, options: RowOptions): AsyncGenerator<string> {
  const { dry, failureText } = options;
  const sums: BulkSums = { dry, rows: 0, done: 0, repeated: 0, refused: 0, stoppedAt: null };
  for await (const row of rows) {
    const { line } = row;
    const answer = await carryOutRow(row, options);
    if ('refusal' in answer) {
      const { code, detail } = answer.refusal;
      if (busy.includes(code)) sums.stoppedAt = line;
      else sums.refused += 1;
      answer.refusal.detail.message = `Line ${line}: ${detail.message}`;
      yield lineOf({ line }, failureText(answer.refusal));
    } else {
      sums.done += 1;
      if (answer.isRepeated) sums.repeated += 1;
      yield lineOf(answer.isRepeated ? { line, repeated: true } : { line }, answer.text);
    }
    sums.rows += 1;
    if (sums.stoppedAt !== null) break;
  }
  yield `${JSON.stringify({ sums })}\n`;
}
