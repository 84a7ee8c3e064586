import { type Defence, guarded } from './defence.ts';

const PAGE = 'server/store/page.ts';
const LONG_PAGES = [
  'server/store/sqlite/sqlite.test.ts',
  'a page of the feed has a length, and so have those of people and of visits',
] as const;
const PHONE_PAGES = 'client/data/snapshot-pages.test.ts';

/** Nothing that one account asks for is done at once, however much there is. */
export const boundedDefences: readonly Defence[] = [
  guarded('a page has a length', [[PAGE, ' || length >= PAGE_LENGTH', '']], LONG_PAGES),
  guarded(
    'the people of a snapshot come in pages',
    [
      [
        'server/sync/sync-reply.ts',
        'store.people(household, after, CHANGES_PER_PAGE)',
        'store.people(household, after, 9999)',
      ],
    ],
    [
      'server/sync/snapshot-pages.test.ts',
      'a phone that takes pages gets the people in pages, the last of which leads to the history',
    ],
  ),
  {
    name: 'a phone stores no part of a snapshot',
    patch: [
      {
        file: 'client/data/sync-round-trip.ts',
        from: 'await withAllPages(first, request, post)',
        to: 'first',
      },
    ],
    guard: {
      project: 'unit',
      file: PHONE_PAGES,
      test: 'the pages of a snapshot are shown together',
    },
  },
  {
    name: 'what changed between the pages of a snapshot is asked for at once',
    patch: [
      {
        file: 'client/data/network/snapshot-pages.ts',
        from: ', more: page.cursor > first.cursor',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: PHONE_PAGES,
      test: 'a child removed between two pages is gone as soon as the phone has them all',
    },
  },
];
