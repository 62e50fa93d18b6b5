import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { terminalLine } from '../ops-usage.ts';
import { readLines } from './rows.ts';

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
};

/**
 * Returns the type of a file by the end of its name.
 * @throws Error where it has another
 */
export function typeOfFile(file: string): string {
  const type = types[extname(file).toLowerCase()];
  if (type) return type;
  throw new Error(`"${file}" ends in none of ${Object.keys(types).join(', ')}: name it by what it holds.`);
}

/** What a row was answered, or what the file came to. */
interface Answer {
  line?: number;
  code?: number;
  sums?: { refused: number; stoppedAt: number | null };
}

/** How often the progress is written, in rows. */
const rowsPerReport = 1_000;

/** A file of rows as it is sent. */
export interface SentFile {
  url: string;
  file: string;
  headers: Record<string, string>;
}

/**
 * Sends a file of rows and writes what is refused as it is answered, the sums at the end. Returns `complete` where every
 * row was carried out, `refused` where one was not, and `stopped` where the file has to be sent again.
 * @throws Error of a connection that breaks off
 */
export async function sendFile({
  url,
  file,
  headers,
}: SentFile): Promise<'complete' | 'refused' | 'stopped'> {
  const body = Readable.toWeb(createReadStream(file));
  // Answers come while the file is sent.
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const answer = await fetch(url, init as unknown as RequestInit);
  let [rows, refused] = [0, 0];
  const parts = answer.body?.pipeThrough(new TextDecoderStream()) ?? Readable.from([]);
  for await (const { text } of readLines(parts)) {
    const { line, code, sums }: Answer = JSON.parse(text);
    if (code !== 200) process.stdout.write(`${terminalLine(JSON.parse(text))}\n`);
    if (sums?.stoppedAt) return 'stopped';
    if (sums) return sums.refused > 0 ? 'refused' : 'complete';
    // The file was refused as a whole.
    if (line === undefined) return 'refused';
    rows += 1;
    if (code !== 200) refused += 1;
    if (rows % rowsPerReport === 0) process.stderr.write(`${rows} rows, ${refused} of them refused\n`);
  }
  throw new Error('the answer ends before the sums');
}
