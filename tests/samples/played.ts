import { expect } from 'vitest';
import { asWritten, type Row, rows, table } from '../bridge/harness/golden.ts';

/** What a sample’s process replies to a row. */
export interface Reply {
  host: object[];
  answers: boolean | null;
  /** Every address that was opened so far. */
  opened: string[];
}

/** A row as a native app can be sent it. */
export type NativeRow = Omit<Row, 'host' | 'step'> & { isMainFrame?: boolean };

/** What a sample's process reads: the table without its rows, then a row a line, its page as a text. */
export function asLines(played: readonly NativeRow[]): string {
  const { rows: _, ...given } = table;
  const asText = (page: NativeRow['page']) => (typeof page === 'string' ? page : JSON.stringify(page));
  const lines = [given, ...played.map((row) => ({ ...row, page: asText(row.page) }))];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/** What a sample's process wrote: how it set its view up, then its reply to each row. */
export function fromLines(text: string): { setUp: object; replies: Reply[] } {
  const [setUp, ...replies] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { setUp, replies };
}

/** Expects the reply to every row that the table names. */
export function expectGolden(replies: readonly Reply[]): void {
  expect(replies).toHaveLength(rows.length);
  for (const [at, row] of rows.entries()) {
    const { host, answers } = replies[at] as Reply;
    const written = host.map((message) => asWritten(JSON.stringify(message)));
    expect(written, row.about).toEqual(row.host);
    expect(answers, row.about).toBe(row.answers ?? null);
  }
  expect(replies.at(-1)?.opened).toEqual(['https://help.example/chat']);
}

const page = rows.find(({ about }) => about.startsWith('a greeting is'))?.page as object;
const notOurs = ['https://souk.example@evil.example', 'https://souk.example:8443', 'http://souk.example'];

/** Greetings that no host may answer, and at the end one that it must. */
export const greetings: readonly NativeRow[] = [
  ...notOurs.map((from) => ({ about: from, page, from })),
  { about: 'a frame of ours', page, isMainFrame: false },
  { about: 'our page', page },
];
export const answered = greetings.map((_, at) => (at === greetings.length - 1 ? 1 : 0));
