import { type Defence, guarded } from './defence.ts';

const PAGES = 'server/pages/pages.test.ts';
const WATCHED = 'client/reader/data/watched.ts';

/** Makes a defence that a unit test of the reader's page guards. */
function inPage(name: string, [from, to]: [from: string, to: string], test: string): Defence {
  const guard = { project: 'unit', file: 'client/reader/data/watched.test.ts', test } as const;
  return { name, patch: [{ file: WATCHED, from, to }], guard };
}

/** The page behind a link to a visit: one for everybody, in no search engine, and silent about what was taken back. */
export const readerPageDefences: readonly Defence[] = [
  guarded(
    'reader: the document knows no account',
    [
      'server/pages/choose-document.ts',
      "  if (page === READER_PAGE) return { page, language, kind: 'signed-out' };\n",
      '',
    ],
    [PAGES, 'the page behind a link is the same for all who speak a language, signed in or not'],
  ),
  guarded(
    'reader: search engines do not list the page',
    ['server/pages/pages.ts', "kindOf(page) === 'unlisted'", 'page.length > 99'],
    [PAGES, 'only pages for search engines may be listed by them'],
  ),
  inPage(
    'reader: what was taken back is shown no more',
    [
      '  show(visit: ShownVisit): void {\n    if (this.isOver) return;\n',
      '  show(visit: ShownVisit): void {\n',
    ],
    'what was taken back is shown no more, whatever comes afterwards',
  ),
  inPage(
    'reader: nobody is said to have taken back a link that ended by itself',
    [
      "this.#state.phase === 'shown' && !endedByItself(this.#state, elapsed)",
      "this.#state.phase === 'shown'",
    ],
    'a link that ended by itself, by the clock, was taken back by nobody',
  ),
];
