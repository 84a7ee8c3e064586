/** Reads CSV as RFC 4180 has it, and throws on what it does not allow: rows end in CRLF, quotes are doubled. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    for (let isRow = true; isRow; ) {
      const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at, at + 5000));
      if (!cell) throw new Error(`no cell of a CSV file: ${text.slice(at, at + 40)}`);
      row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
      at += cell[0].length;
      isRow = cell[3] === ',';
    }
    rows.push(row);
  }
  return rows;
}
