import { type Defence, guarded } from './defence.ts';

const GIVEN = 'server/links/given-again.test.ts';
const SQLITE = 'server/store/sqlite/household/links.ts';
const STRIP = 'server/retention/strip-links.ts';
const STRIPPED = 'server/retention/strip-links.test.ts';
const POSTGRES = 'server/store/postgres/household/links.ts';
/** SQL of both stores. */
const LINKS = 'server/store/shared/links.ts';
const [FORGET, FORGET_ROW] = [
  "'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE hash = ANY ($1)'",
  "'DELETE FROM visit_links WHERE hash = ANY ($1)'",
];
const STORE = 'server/store/sqlite/sqlite.test.ts';
const POSTGRES_STORE = 'server/store/postgres/postgres.test.ts';
const FOREIGN = "another family's hash leads where it led, also after the other family sent it";
const NOWHERE = 'a link whose visit, visitor or child is removed, or that was taken back, leads nowhere';

/** A link's row in the stores, and its end. */
export const linkStoreDefences: readonly Defence[] = [
  guarded(
    'link: a visit has five at most',
    ['domain/commands/give-link.ts', "if (links.length >= MOST_LINKS) return refuse('link-limit');", ''],
    [
      'server/sync/give-links.test.ts',
      'of links given by many phones at once a visit takes five, and the others hear why',
    ],
  ),
  guarded(
    'link: one that is sent again is one link',
    ['domain/commands/give-link.ts', 'links.find((link) => link.hash === hash)', 'links.find(() => false)'],
    ['server/sync/give-links.test.ts', 'a link that is sent again, by its op or as another one, is one link'],
  ),
  guarded(
    "link: another family's hash gains nothing (SQLite)",
    [
      SQLITE,
      'VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      'VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET household = excluded.household, path = excluded.path',
    ],
    [STORE, FOREIGN],
  ),
  {
    ...guarded(
      "link: another family's hash gains nothing (PostgreSQL)",
      [
        POSTGRES,
        'ORDER BY hash\n   ON CONFLICT DO NOTHING',
        'ORDER BY hash\n   ON CONFLICT (hash) DO UPDATE SET household = excluded.household, path = excluded.path',
      ],
      ['', ''],
    ),
    guard: { project: 'postgres', file: POSTGRES_STORE, test: FOREIGN },
  },
  guarded(
    'link: its hash is not given again once it is over (SQLite)',
    [LINKS, FORGET, FORGET_ROW],
    [GIVEN, 'a link that is over shows no visit of somebody who saw its secret'],
  ),
  guarded(
    'link: nor that of a deleted family (SQLite)',
    [
      'server/store/sqlite/household/purge-removed.ts',
      "'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE household = ?'",
      "'DELETE FROM visit_links WHERE household = ?'",
    ],
    [GIVEN, 'a link that is of a deleted family shows no visit of somebody who saw its secret'],
  ),
  {
    name: 'link: its hash is not given again once it is over (PostgreSQL)',
    patch: [{ file: LINKS, from: FORGET, to: FORGET_ROW }],
    guard: {
      project: 'postgres',
      file: GIVEN,
      test: 'a link that is over shows no visit of somebody who saw its secret',
    },
  },
  {
    name: 'link: nor that of a deleted family (PostgreSQL)',
    patch: [
      {
        file: 'server/store/postgres/schema/schema-8.ts',
        from: 'ON DELETE SET NULL',
        to: 'ON DELETE CASCADE',
      },
      {
        file: 'server/store/postgres/auth/database.ts',
        from: 'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL\n    WHERE household = $1',
        to: 'DELETE FROM visit_links\n    WHERE household = $1',
      },
    ],
    guard: {
      project: 'postgres',
      file: GIVEN,
      test: 'a link that is of a deleted family shows no visit of somebody who saw its secret',
    },
  },
  guarded(
    'link: a row opens nothing that its visit does not hold',
    [LINKS, 'if (!visit.links?.some((link) => link.hash === hash)) return undefined;', ''],
    [STORE, NOWHERE],
  ),
  {
    ...guarded(
      'link: nothing is below a removed child, of which rows are left to purge',
      [
        LINKS,
        "split_part(l.path, '/visits/', 1) AND child.body IS NOT NULL",
        "split_part(l.path, '/visits/', 1)",
      ],
      ['', ''],
    ),
    guard: {
      project: 'postgres',
      file: POSTGRES_STORE,
      test: 'no link leads below a removed child, also while its rows are being purged',
    },
  },
  guarded(
    'link: the rows of a deleted family go at once',
    [
      'server/store/sqlite/household/purge-removed.ts',
      'forgetFollowers, forgetLinks, leave',
      'forgetFollowers, leave',
    ],
    [STORE, 'a deleted account leaves no row, also while the rest of a large family is being purged'],
  ),
  guarded(
    'link: it is stripped 72 hours after it was made',
    [STRIP, 'visit && withoutOldLinks(visit, before)', 'visit'],
    [
      STRIPPED,
      'a link is stripped 72 hours after it was made, the answer with the last of them, and phones hear of it',
    ],
  ),
  guarded(
    'link: the answer goes with the last of them',
    [
      'domain/links/link-life.ts',
      'return kept.length === 0 ? withoutLinks(visit) : { ...visit, links: kept };',
      'return { ...visit, links: kept };',
    ],
    [
      STRIPPED,
      'a link is stripped 72 hours after it was made, the answer with the last of them, and phones hear of it',
    ],
  ),
  guarded(
    'link: its row is forgotten after its visit was written, so that a kill in between leaves nothing',
    [
      STRIP,
      '      await strip(store, household, links, { before, at: now() });\n',
      '      await store.forgetLinks(links.map(({ hash }) => hash));\n      await strip(store, household, links, { before, at: now() });\n',
    ],
    [
      STRIPPED,
      'what a kill between the visit and its row left is done once more, and changes the visit once',
    ],
  ),
  guarded(
    'link: its hash is not in an export',
    ['server/export/household-data.ts', 'links: links.map(({ hash: _hash, ...link }) => link)', 'links'],
    [
      'server/export/export-links.test.ts',
      'links are exported without what opens or names them, with answer, planned time and refusal',
    ],
  ),
  guarded(
    'link: one household whose data fails stops the stripping of no other',
    ['server/retention/retention-worker.ts', '{ failures: new FailedHouseholds(deps), ...deps }', 'deps'],
    [
      'server/retention/retention-worker.test.ts',
      'a household that fails stops neither the links nor the visits of the others',
    ],
  ),
];
