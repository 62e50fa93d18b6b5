import type { Log } from '../log.ts';

// A cell that a spreadsheet would take for a formula is kept a text; some read the wide signs of East Asia as one, too.
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const csvMark = '\u{feff}';

/** One line of a file, with its end. */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

/**
 * A file as it is read, a page at a time and no faster than it is taken. One that fails half-way ends its connection,
 * so that nobody takes a part for the whole.
 */
export const streamed = (parts: AsyncGenerator<string>, log: Log): ReadableStream => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error('file', error);
        controller.error(error);
      }
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
};
