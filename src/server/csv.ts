// A cell that a spreadsheet would take for a formula is kept a text.
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const csvMark = '\u{feff}';

/** One line of a file, with its end. */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;
