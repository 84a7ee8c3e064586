/**
 * The layers of the client, lowest first: each folder and the folders of the client it may import. Every folder but `ui` may
 * import `domain` as well. `shell` is what stands around a page and `routes` are the pages: only `app` knows both.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  ui: ['lib'],
  data: ['lib'],
  // A visit as another family sees it: on the reader's page and on the own board.
  'shared-visit': ['lib', 'ui'],
  translations: ['lib', 'shared-visit'],
  worker: ['lib'],
  forms: ['lib', 'ui', 'data', 'translations'],
  session: ['lib', 'ui', 'data', 'translations', 'forms'],
  people: ['lib', 'ui', 'shared-visit', 'data', 'translations', 'forms', 'session'],
  auth: ['lib', 'data', 'translations', 'session'],
  features: ['lib', 'ui', 'shared-visit', 'data', 'translations', 'forms', 'people', 'session', 'auth'],
  routes: ['lib', 'ui', 'data', 'translations', 'forms', 'people', 'session', 'auth', 'features'],
  shell: ['lib', 'ui', 'data', 'translations', 'worker', 'session', 'features'],
  app: ['lib', 'ui', 'data', 'translations', 'worker', 'people', 'session', 'features', 'routes', 'shell'],
  // An entry of its own, for people without an account: styles alone, the logo and the house (rules.ts).
  'link-page': ['lib', 'ui', 'shared-visit'],
  prerender: ['lib', 'ui', 'data', 'translations', 'shell', 'app', 'link-page'],
};

/**
 * From the bottom: what every sign-in method builds on, the mails, the services of both together, the methods, the endpoints, and
 * what registers them all.
 */
export const TIERS: readonly (readonly string[])[] = [
  ['core/'],
  ['mail/'],
  ['auth-context.ts'],
  ['passkeys/', 'providers/'],
  ['endpoints/'],
  ['auth-handlers.ts'],
];

/** By folder: the only files that sources outside of it may import. */
export const PUBLIC: Record<string, readonly string[]> = {
  'client/data/': [
    'port.ts',
    ...['errors.ts', 'preload-script.ts'],
    'framme-data.ts',
    'browser-environment.ts',
    'prefetch-session-element.ts',
    'prefetch-session-contents.ts',
    ...['storage/offers.ts', 'storage/push-subscription.ts'],
    'storage/pending-email.ts',
    'storage/recovery-request.ts',
    'view/sample-household.ts',
  ],
  // The three folders within it: view knows storage and wire, wire knows storage.
  'client/data/view/': ['household.ts', 'sample-household.ts'],
  'client/data/storage/': [
    ...['local-store.ts', 'household-state.ts', 'records.ts', 'apply-reply.ts'],
    ...['stored-session.ts', 'strip-household.ts', 'after-restore.ts', 'other-accounts/other-accounts.ts'],
    ...['offers.ts', 'pending-email.ts', 'push-subscription.ts', 'recovery-request.ts'],
  ],
  'client/data/wire/': ['sync-client.ts', 'http-client.ts', 'download.ts'],
  'server/auth/': [
    'auth-context.ts',
    'auth-handlers.ts',
    ...['core/sessions/sessions.ts', 'core/sessions/secret.ts'],
    'core/passwords/hashing.ts',
    'providers/provider.ts',
    ...['mail/recovery-link.ts', 'core/events/security-events.ts', 'endpoints/account-security.ts'],
  ],
  'server/store/': [
    'ports/store.ts',
    'ports/backups.ts',
    'ports/moving.ts',
    'households/feed.ts',
    'admin/open.ts',
    'admin/backups.ts',
    'admin/backup-files.ts',
    'admin/inspect.ts',
    'admin/move.ts',
    'admin/overview.ts',
    'admin/check-integrity.ts',
  ],
  'server/export/': ['export-handlers.ts', 'by-operator.ts'],
};

/** Tools that measure or break the inside of a folder, and therefore import it. */
export const INSIDERS: Record<string, readonly string[]> = {
  // Runs the migrations alone, in a process that is killed in between.
  'prove/servers/migrate.ts': [
    'server/store/schema/tables.ts',
    'server/store/sqlite/schema/migrations.ts',
    'server/store/sqlite/schema/own-steps.ts',
  ],
};

/** Tools that measure or break a database, and therefore open one themselves. */
export const DATABASE_TOOLS = [
  // The baselines: a server on the database alone, without any code of the product.
  'bench/servers/bare-sqlite.ts',
  'bench/servers/bare-postgres.ts',
  // Creates databases for the servers under measurement, and asks for their size.
  'bench/servers/places.ts',
  // Makes PostgreSQL end connections while the server runs.
  'prove/figures/postgres-restarts.ts',
  // Reads what a migration that was killed has left on the disk.
  'prove/figures/migrations.ts',
  // Counts the pages that a tap has written.
  'prove/figures/notified-devices.ts',
  // Asks when the next alert is due, to move the clock there.
  'prove/load/trip-server.ts',
  // Migrates in a process that is killed in between.
  'prove/servers/migrate.ts',
  // Generates a large database of an older schema.
  'prove/servers/large-database.ts',
  // Commits beside the server, so that a control never meets a pause.
  'prove/servers/steady-writer.ts',
  // A control: SQLite's online backup.
  'prove/servers/sqlite-copy.ts',
  // A control: the server with a store that syncs less.
  'prove/servers/normal-sync.ts',
  // A control: a query that can be injected.
  'prove/servers/vulnerabilities.ts',
];

/** Its form has nothing to type in: it opens the page again where no script came. */
export const TYPELESS_FORM = 'client/prerender/link-page-document.tsx';

/** Every file in these lists, so that a test can tell if one is gone. */
export const NAMED_FILES: readonly string[] = [
  ...Object.entries(PUBLIC).flatMap(([folder, files]) => files.map((file) => folder + file)),
  ...Object.entries(INSIDERS).flatMap(([tool, files]) => [tool, ...files]),
  ...[...DATABASE_TOOLS, TYPELESS_FORM],
];
