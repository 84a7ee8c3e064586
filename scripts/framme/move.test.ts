import { expect, test } from 'vitest';
import { readEnd } from './move.ts';

const KNOWN = 'postgres:///framme?host=/run/postgresql&user=framme&password=secret';

/** Returns the address that `--from` leads to, where DATABASE_URL is `databaseUrl`. */
function addressOf(text: string, databaseUrl: string) {
  return readEnd('--from', text, { dataDir: 'data', databaseUrl });
}

test.each([
  ['a socket in another folder', 'postgres:///framme?host=/run/other&user=framme', KNOWN],
  ['another port of the socket', 'postgres:///framme?host=/run/postgresql&port=5433&user=framme', KNOWN],
  [
    'another host of the parameters',
    'postgres://a/framme?user=framme&host=b',
    'postgres://a/framme?user=framme',
  ],
  ['another user of the parameters', 'postgres://a/framme?user=other', 'postgres://a/framme?user=framme'],
])('%s is another database than that of the settings', (_what, given, known) => {
  expect(addressOf(given, known)).toEqual({ address: given });
});

test.each([
  ['postgres:///framme?host=/run/postgresql&user=framme', KNOWN],
  ['postgres:', KNOWN],
  ['postgres://framme@db:5432/framme', 'postgres://framme:secret@db/framme?sslmode=require'],
  ['postgres://framme@a,b:5433/framme', 'postgres://framme:secret@a:5432,b:5433/framme'],
  ['postgres:///framme?host=a,b&user=framme', 'postgres://framme:secret@a,b/framme'],
])('%s is the database of the settings, whose password it takes', (given, known) => {
  expect(addressOf(given, known)).toEqual({ address: known });
});
