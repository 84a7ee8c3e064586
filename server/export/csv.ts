/**
 * Where a spreadsheet may begin a cell with a formula (OWASP, CSV Injection). A Swedish one begins a cell behind each
 * semicolon and a row behind each line end, and drops quotes, white space and invisible signs before the formula.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/gu;

/** Text before which a spreadsheet knows that UTF-8 follows. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * One line of CSV (RFC 4180). A cell that begins like a formula gets an apostrophe before it, telephone numbers
 * included: a spreadsheet would reckon with +46 70 123 45 67, and shows '+46 70 123 45 67 as it is.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const harmless = text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
