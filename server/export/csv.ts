/**
 * Matches the positions where a spreadsheet may read a formula (OWASP: CSV injection). With Swedish settings it starts a
 * cell after each semicolon and a row after each line end, and skips quotes, white space and invisible characters.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/gu;

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Formats one line of CSV (RFC 4180). A cell that starts like a formula gets an apostrophe, telephone numbers included: a
 * spreadsheet would calculate +46 70 123 45 67, and shows '+46 70 123 45 67 unchanged.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(escapeCell).join(',')}\r\n`;
}

function escapeCell(text: string): string {
  const safe = text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
