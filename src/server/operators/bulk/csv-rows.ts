import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { opsRefusals } from '../ops-refusals.ts';
import { type Flag, flagsOf, takesKey, typedValue } from '../ops-usage.ts';
import { type BulkRow, type Line, maxRowLength, readLines, refusalOfText } from './rows.ts';

const delimiters = [',', ';', '\t'];

/** Returns the separator that is in a line most often: spreadsheets write semicolons where the comma is a decimal sign. */
const delimiterOf = (header: string): string => {
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
};

type Cells = string[] | 'open' | 'misquoted';

/** Returns the cells of a row; `open` where a quoted cell does not end with the text. */
function cellsOf(text: string, delimiter: string): Cells {
  try {
    const [cells = []] = parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'misquoted';
  }
}

/** Lines to be read, of which those that were read ahead can be given back. */
function lineSource(parts: AsyncIterable<string>) {
  const lines = readLines(parts);
  let returned: Line[] = [];
  return {
    async next(): Promise<Line | undefined> {
      const line = returned.shift();
      if (line) return line;
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    giveBack(ahead: Line[]) {
      if (ahead.length > 0) returned = [...ahead, ...returned];
    },
  };
}
type LineSource = ReturnType<typeof lineSource>;

/** A row as it was read, with its lines. */
interface Read {
  cells: Cells;
  text: string;
  lines: [Line, ...Line[]];
}

/** Reads the next row, with the lines of a quoted cell; undefined at the end. */
async function readRow(source: LineSource, delimiter: string): Promise<Read | undefined> {
  const first = await source.next();
  if (!first) return;
  const row: Read = { cells: cellsOf(first.text, delimiter), text: first.text, lines: [first] };
  while (row.cells === 'open' && row.text.length <= maxRowLength) {
    const next = await source.next();
    if (!next) break;
    row.lines.push(next);
    row.text += `\n${next.text}`;
    // Within the cell marks are written twice, so that only an odd number of them can close it.
    if (next.text.split('"').length % 2 === 0) row.cells = cellsOf(row.text, delimiter);
  }
  return row;
}

const isEmpty = (cells: Cells): boolean => Array.isArray(cells) && cells.every((cell) => cell.trim() === '');

/** A column: a field, or one name of a field with free names, such as `translations.ja`. */
interface Column extends Flag {
  key: string | undefined;
}

/** @throws Refusal of a column that is unknown, there twice, or missing, and of a file that is not UTF-8 */
function columnsOf(name: string, cells: Cells, line: number): Column[] {
  if (!Array.isArray(cells)) throw opsRefusals.headerMisquoted(line);
  const refusal = refusalOfText(cells.join());
  if (refusal) throw refusal;
  const flags = flagsOf(name);
  const taken = flags.map(({ flag }) => flag);
  const columns = cells.map((cell): Column => {
    const column = cell.trim();
    const [field = '', key] = column.split(/\.(.*)/s);
    const flag = flags.find((one) => one.flag === field && (key === undefined || takesKey(one.schema, key)));
    if (!flag) throw opsRefusals.columnUnknown({ name, column, taken, line });
    return { ...flag, key };
  });
  for (const [at, { flag, key }] of columns.entries()) {
    const before = columns.slice(0, at).filter((one) => one.flag === flag);
    if (before.some((one) => one.key === key || !one.key || !key)) throw opsRefusals.columnTwice(flag, line);
  }
  const missing = flags.find(({ flag, optional }) => !optional && !columns.some((one) => one.flag === flag));
  if (missing) throw opsRefusals.columnMissing({ name, column: missing.flag, taken, line });
  return columns;
}

/** Returns the input of a row; an empty cell leaves its field out. */
function inputOf(columns: readonly Column[], cells: readonly string[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [at, { flag, key, schema }] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell.trim() === '') continue;
    input[flag] = key ? { ...(input[flag] as object), [key]: cell } : typedValue(schema, cell, '|');
  }
  return input;
}

function rowOf(columns: readonly Column[], { cells, text, lines }: Read, delimiter: string): BulkRow {
  const { line } = lines[0];
  const refusal = refusalOfText(text);
  // What closes the cell of another row was meant to open one.
  const isUnclosed = cells === 'open' || (cells === 'misquoted' && lines.length > 1);
  if (isUnclosed) return { line, refusal: opsRefusals.rowUnclosed() };
  if (refusal) return { line, refusal };
  if (cells === 'misquoted') return { line, refusal: opsRefusals.rowMisquoted() };
  const has = { cells: cells.length, columns: columns.length };
  const missing = columns[cells.length];
  if (missing) return { line, refusal: opsRefusals.rowShort(has, missing.flag) };
  if (has.cells > has.columns) return { line, refusal: opsRefusals.rowLong(has, delimiter) };
  return { line, input: inputOf(columns, cells) };
}

async function* rowsBelow(source: LineSource, columns: readonly Column[], delimiter: string) {
  for (;;) {
    // What is refused at once waits for nothing, and other requests have their turn.
    await setImmediate();
    const read = await readRow(source, delimiter);
    if (!read) return;
    if (isEmpty(read.cells)) continue;
    const row = rowOf(columns, read, delimiter);
    // One quotation mark too many would take the rows below with it.
    if ('refusal' in row) source.giveBack(read.lines.slice(1));
    yield row;
  }
}

/**
 * Reads the rows of a CSV file as it arrives, as RFC 4180 has it, with commas, semicolons or tabs. Its first row names
 * the fields of the decision; cells are read as the types that it takes, lists with `|` between their values.
 * @throws Refusal of the first row
 */
export async function readCsv(name: string, parts: AsyncIterable<string>): Promise<AsyncGenerator<BulkRow>> {
  const source = lineSource(parts);
  let header = await source.next();
  while (header && header.text.trim() === '') header = await source.next();
  if (!header) throw opsRefusals.headerMissing(name);
  const delimiter = delimiterOf(header.text);
  const columns = columnsOf(name, cellsOf(header.text, delimiter), header.line);
  return rowsBelow(source, columns, delimiter);
}
