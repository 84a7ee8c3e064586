import { type Defence, guarded } from './defence.ts';

const PAGE = 'server/store/shared/pages.ts';
const LONG_PAGES = [
  'server/store/sqlite/sqlite.test.ts',
  'a page of the feed has a length, and so have those of people and of visits',
] as const;
const PLACES = 'server/export/export-places.ts';
const GATE = 'server/sync/sync-gate.ts';
const LIMITS = 'server/limits.ts';
const PACE = 'server/http/pace.test.ts';
const TURNS = 'server/sync/sync-turns.test.ts';
const EXPORTS = [
  'server/export/exports-at-once.test.ts',
  'a family has one file in the making and the server three; the next is told to wait',
] as const;
const REMOVED = 'server/store/sqlite/household/purge-removed.ts';
const STEPS = 'server/store/sqlite/purge-steps.test.ts';
const FEW_ROWS = [
  STEPS,
  'a removal and each step after it delete a few rows, also after a restart, until all are gone',
] as const;
const SQLITE = 'server/store/sqlite/sqlite.test.ts';
const GONE = 'what is below a removed child is gone at once, and its rows are deleted in steps';
const SPREAD = 'server/sync/apply-in-steps.test.ts';
const PHONE_PAGES = 'client/data/wire/snapshot-pages.test.ts';

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
  guarded(
    'one sync reply of a household is in the making',
    [['server/http/turns.ts', 'before === undefined ? work() : afterwards(before).then(work)', 'work()']],
    [TURNS, 'a household has one reply in the making, and others do not wait for it'],
  ),
  guarded(
    'the requests of a session that are received at once are few',
    [[LIMITS, 'ofSession: 8', 'ofSession: 9999']],
    [TURNS, 'the ninth request of a session is told to wait, and finds a place when one was answered'],
  ),
  guarded(
    'the requests of a household that are received at once are few, whatever its sessions',
    [[LIMITS, 'ofHousehold: 24', 'ofHousehold: 9999']],
    [
      TURNS,
      'a household with many sessions has twenty-four requests under way, and another is not told to wait',
    ],
  ),
  guarded(
    'what waits for a turn begins in a turn of the event loop of its own',
    [['server/http/turns.ts', '  await nextTurn();\n', '']],
    ['server/http/turns.test.ts', 'work that waited begins in a turn of the event loop of its own'],
  ),
  guarded(
    'a household that asks without end waits',
    [['server/http/pace.ts', 'wait > 0 && !isGone(); wait', 'wait > 1e9; wait']],
    [PACE, 'a household that asks without end waits, and another is answered at once'],
  ),
  guarded(
    'a body that is announced larger than any counts as the largest',
    [[GATE, "'] ?? LARGEST_SYNC), LARGEST_SYNC);", "'] ?? LARGEST_SYNC), Infinity);"]],
    [PACE, 'a body counts as long as it was announced, at most as the largest'],
  ),
  guarded(
    'a body of an unknown length counts as what was read',
    [[GATE, 'if (unsent > 0)', 'if (unsent < 0)']],
    [PACE, 'a body whose length was not told counts as what was read'],
  ),
  guarded(
    'the requests of a household that wait for its pace are few',
    [[LIMITS, 'waiting: 32', 'waiting: 9999']],
    [PACE, 'of a household 32 requests wait, one sleeps, and each has its turn'],
  ),
  guarded(
    'of a household that waits one request sleeps',
    [['server/http/pace.ts', 'await this.#turns.run(who, work).finally', 'await work().finally']],
    [PACE, 'of a household 32 requests wait, one sleeps, and each has its turn'],
  ),
  guarded(
    'a request whose phone went away waits no longer for its pace',
    [['server/live/live.ts', '() => reply.raw.destroyed', '() => false']],
    [PACE, 'streams that are given up while they wait cost their household nothing'],
  ),
  guarded(
    'a refused body is taken slowly',
    [['server/http/error-replies.ts', '  discardSlowly(request.raw);\n', '']],
    ['server/http/unread-body.test.ts', 'a flood of refused bodies is taken slowly'],
  ),
  guarded(
    'nothing is begun behind an unanswered request of a connection',
    [['server/http/malformed-requests.ts', 'if (response.socket) done();', 'if (response) done();']],
    [
      'server/http/request-order.test.ts',
      'nothing is done for a request behind an unanswered one of its connection, nor once that is given up',
    ],
  ),
  guarded(
    'a stream whose phone went away is not kept',
    [['server/live/open-streams.ts', '    if (response.closed) return;\n', '']],
    [
      'server/live/live-streams.test.ts',
      'a stream whose phone went away while its session was looked up is not kept',
    ],
  ),
  guarded(
    'the ops of one transaction are few',
    [['server/sync/apply-ops.ts', 'OPS_PER_STEP = 25', 'OPS_PER_STEP = 9999']],
    [SPREAD, 'a request of many ops is applied in steps of a few, in their order, also if one ends it'],
  ),
  guarded(
    'exports at once: of a family',
    [[PLACES, 'response.closed || isOwn ||', 'response.closed ||']],
    EXPORTS,
  ),
  guarded('exports at once: of the server', [[LIMITS, 'exports: 3', 'exports: 99']], EXPORTS),
  guarded(
    'exports at once: a slow one gives way after a minute',
    [[PLACES, 'now - longest[1].begunAt >= KEPT_MS', 'now < 0']],
    [
      'server/export/export-places.test.ts',
      'three families that take long keep a fourth waiting for a minute, then the first of them gives way',
    ],
  ),
  guarded(
    'exports in an hour',
    [[PLACES, 'recent.length >= this.#anHour', 'recent.length < 0']],
    [
      'server/export/export-places.test.ts',
      'a family takes ten files in an hour, also ones that it gave up, and another is not told to wait',
    ],
  ),
  guarded(
    'a zone that nobody knows is not stored',
    [['domain/protocol/sync.ts', "isKnownZone(zone) ? zone : 'UTC'", 'zone']],
    ['server/sync/sync-requests.test.ts', 'a zone that nobody knows is stored as UTC, and its tap counts'],
  ),
  guarded(
    'a zone needs no format to be known',
    [['domain/time.ts', '  if (usualZones.has(zone)) return true;\n', '']],
    ['server/export/local-time.test.ts', 'no zone makes a format, which takes memory outside the heap'],
  ),
  guarded(
    'a step of a purge deletes few rows',
    [[REMOVED, 'ROWS_PER_STEP = 200', 'ROWS_PER_STEP = 9999']],
    FEW_ROWS,
  ),
  guarded(
    'a step of the purge of what expired deletes few rows',
    [['server/store/auth/purge-expired.ts', 'ROWS_PER_STEP = 200', 'ROWS_PER_STEP = 9999']],
    [STEPS, 'what expired is purged a few rows of each table at a time'],
  ),
  guarded(
    'a household keeps so many tombstones of people',
    [['server/store/sqlite/household/purge.ts', 'if (tooMany > 0)', 'if (tooMany < 0)']],
    [
      STEPS,
      'a household keeps so many tombstones of people, the latest; a phone from before them takes a snapshot',
    ],
  ),
  guarded(
    'a step of a purge has a length',
    [['server/store/sqlite/household/purge-removed.ts', ' || total >= PAGE_LENGTH', '']],
    [STEPS, 'a step ends with the row that brings it to the length of a page'],
  ),
  guarded(
    'what is left of a removed child is in no page',
    [[REMOVED, 'if (gone.length === 0) return page;', 'if (gone.length > -1) return page;']],
    [SQLITE, GONE],
  ),
  guarded(
    'no command finds what is left of a removed child',
    [
      [
        'server/store/shared/loaded-documents.ts',
        'return child !== path && this.#removedChildren.has(child);',
        'return false;',
      ],
    ],
    [SQLITE, 'no command finds anything below a removed child, or can use its ids again'],
  ),
  guarded(
    'the outcomes of a deleted household go before its number',
    [[REMOVED, 'goOn(last === null ? NOTHING : OUTCOMES + last, path);', 'goOn(NOTHING, path);']],
    [
      'server/store/sqlite/purge-steps.test.ts',
      'the outcomes of a deleted household go in steps before its number, also after a restart, and those of others stay',
    ],
  ),
  guarded(
    'outcomes that a phone may still ask for are kept',
    [['server/store/sqlite/household/purge-removed.ts', "'recorded_at < ?'", "'recorded_at > -?'"]],
    [SQLITE, 'all old outcomes of all households are purged in steps, and no later one'],
  ),
  guarded(
    'tombstones are kept for the time that phones are away',
    [['server/store/sqlite/household/purge.ts', 'AND removed_at < ?', 'AND removed_at > -?']],
    [SQLITE, 'existing documents are kept, and no cursor expires without old tombstones'],
  ),
  guarded(
    'a purge goes on at the start',
    [['server/app.ts', "  api.addHook('onReady', async () => retention.purgeNow());\n", '']],
    ['server/retention/purge-removed.test.ts', 'a purge goes on after a restart'],
  ),
  {
    name: 'what is left of a removed child is in no page: PostgreSQL',
    patch: [
      {
        file: 'server/store/postgres/household/feed.ts',
        from: 'IS NOT TRUE`;',
        to: 'IS NOT NULL`;',
      },
    ],
    guard: { project: 'postgres', file: 'server/store/postgres/postgres.test.ts', test: GONE },
  },
  guarded(
    'the ops of one transaction load few visits',
    [['server/sync/apply-ops.ts', 'VISITS_PER_STEP = 500', 'VISITS_PER_STEP = 99_999']],
    [
      SPREAD,
      'taps spread over the history of one visitor load few visits at a time, and one reply tells of all',
    ],
  ),
  guarded(
    'what others change between the steps of a request is read',
    [['server/sync/apply-in-steps.ts', 'next.since === one.cursor', 'next.since > 0']],
    [SPREAD, 'what another phone changes between two steps is in the reply'],
  ),
  guarded(
    'each page of an export is read in a turn of its own',
    [
      ['server/export/household-data.ts', '    await nextTurn();\n', ''],
      ['server/export/export-csv.ts', '      await nextTurn();\n', ''],
    ],
    ['server/export/exports-at-once.test.ts', '/api/visits.csv reads each page in a turn of its own'],
  ),
  {
    name: 'a phone stores no part of a snapshot',
    patch: [
      {
        file: 'client/data/wire/exchange.ts',
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
        file: 'client/data/wire/exchange.ts',
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
