import type { Log } from './log.ts';

// Marks a cell as text that a spreadsheet would read as a formula; some read the wide signs of East Asia as one, too.
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The byte order mark, so that spreadsheets read the file as UTF-8. */
export const csvMark = '\u{feff}';

/** Returns one line of a file, with its line end. */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

/**
 * Streams a file a page at a time, no faster than it is read. A failure half-way breaks the connection, so that no
 * client takes a part for the whole.
 */
export const streamText = (parts: AsyncGenerator<string>, log: Log): ReadableStream => {
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
