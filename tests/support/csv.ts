/** Parses CSV strictly by RFC 4180, a Swedish file by default: throws unless rows end in CRLF and quotes are doubled. */
export function readCsv(text: string, separator: ',' | ';' = ';'): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    for (let isRow = true; isRow; ) {
      const cell = /^(?:"((?:[^"]|"")*)"|([^",;\t\r\n]*))([,;]|\r\n)/.exec(text.slice(at, at + 5000));
      if (!cell) throw new Error(`no cell of a CSV file: ${text.slice(at, at + 40)}`);
      row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
      at += cell[0].length;
      isRow = cell[3] !== '\r\n';
      if (isRow && cell[3] !== separator) throw new Error(`not separated by ${separator}: ${cell[0]}`);
    }
    rows.push(row);
  }
  return rows;
}

/**
 * Returns the cells that a lenient spreadsheet shows, if any of `separators` ends a cell there. A quote
 * counts only at the beginning of a cell; text after the closing quote belongs to the cell.
 */
export function spreadsheetCells(text: string, separators: string): string[] {
  const ends = `${separators}\r\n`;
  const cells: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = /^"((?:[^"]|"")*)"?/.exec(text.slice(at)) ?? ['', ''];
      cell = quoted[1]?.replaceAll('""', '"') ?? '';
      at += quoted[0].length;
    }
    while (at < text.length && !ends.includes(text[at] ?? '')) cell += text[at++];
    cells.push(cell);
    if (text.startsWith('\r\n', at)) at += 1;
  }
  return cells;
}
