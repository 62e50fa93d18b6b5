import type { csvColumns } from '../../contract/file-types.ts';
import type { Log } from './log.ts';
import { textOf } from './texts/texts.ts';

// Marks as text what a spreadsheet would read as a formula; some read the wide signs of East Asia as one, too. Where the
// decimal sign is a comma, spreadsheets begin a new cell at each semicolon, also within quotation marks.
const formula = /^(?=[\t\r\n])|(^|;["\s]*)(?=[=+\-@＝＋－＠])/g;

const cell = (text: string): string => {
  const safe = text.replace(formula, "$1'");
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns one line of a file, with its line end. */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** How a file names its columns and what they hold, and in which language. */
export interface CsvWords {
  columns: (typeof csvColumns)[number];
  lang: string;
}

/**
 * Returns how a file writes a code: by the word that a screen has for it, or as it is, for programs. A code that has no
 * word is written as it is.
 */
export const codeWriter =
  ({ columns, lang }: CsvWords) =>
  (code: string, section: 'flow' | 'status', prefix = ''): string =>
    (columns === 'labels' && textOf(section, prefix + code, lang)) || code;

/**
 * Returns the beginning of a file: the byte order mark, so that spreadsheets read UTF-8, and the line that names the
 * columns. `labels` are in the reader's language; `keys` never change, for programs.
 */
export const csvHeader = (keys: readonly string[], { columns, lang }: CsvWords): string =>
  `\u{feff}${csvLine(keys.map((key) => (columns === 'keys' ? key : (textOf('column', key, lang) ?? key))))}`;

/**
 * Streams a file a page at a time, no faster than it is read. A failure half-way breaks the connection, so that no
 * client takes a part for the whole.
 */
export const streamText = (parts: AsyncGenerator<string>, log: Log): ReadableStream => {
  const encoder = new TextEncoder();
  let isCancelled = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        // Its reader left while the part was made.
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error('file', error);
        controller.error(error);
      }
    },
    cancel: async () => {
      isCancelled = true;
      await parts.return(undefined);
    },
  });
};
