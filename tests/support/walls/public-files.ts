import { importsOf, type Source } from './source.ts';

/** By room: the only files that sources outside of it may import. */
const PUBLIC: Record<string, readonly string[]> = {
  'client/data/': [
    'port.ts',
    ...['errors.ts', 'preload-script.ts'],
    'framme-data.ts',
    'browser-environment.ts',
    'new-device-element.ts',
    'new-device-contents.ts',
    ...['device/offers.ts', 'device/push-subscription.ts'],
    'device/pending-email.ts',
    'device/recovery-request.ts',
    'tap/sample-household.ts',
  ],
  // The three rooms within it: tap knows device and wire, wire knows device.
  'client/data/tap/': ['household.ts', 'sample-household.ts'],
  'client/data/device/': [
    ...['local-store.ts', 'household-state.ts', 'records.ts', 'apply-reply.ts', 'followed.ts'],
    ...['stored-session.ts', 'held-accounts.ts', 'held-register.ts'],
    ...['offers.ts', 'pending-email.ts', 'push-subscription.ts', 'recovery-request.ts'],
  ],
  'client/data/wire/': ['clock.ts', 'sync-client.ts', 'calls.ts', 'download.ts'],
  'server/auth/': [
    'auth-context.ts',
    'calls.ts',
    'core/sessions/sessions.ts',
    'core/passwords/hashing.ts',
    'providers/provider.ts',
    'core/limits/limits.ts',
    'core/limits/address-groups.ts',
    'mail/recovery-link.ts',
    'core/events/security-events.ts',
    'endpoints/list-activity.ts',
    'core/events/host-event.ts',
  ],
  'server/store/': [
    'ports/store.ts',
    'ports/backups.ts',
    'ports/moving.ts',
    'shared/pages.ts',
    'hosting/open.ts',
    'hosting/backups.ts',
    'hosting/backup-files.ts',
    'hosting/inspect.ts',
    'hosting/move.ts',
    'hosting/overview.ts',
    'hosting/verify.ts',
  ],
  'server/export/': ['calls.ts', 'by-host.ts'],
};

/** Tools that measure or break the inside of a room, and therefore import it. */
const INSIDERS: Record<string, readonly string[]> = {
  // Runs the migrations alone, in a process that is killed in between.
  'prove/servers/migrate.ts': [
    'server/store/sqlite/schema/migrations.ts',
    'server/store/sqlite/schema/baseline.ts',
  ],
};

/** Every file in these lists, so that a test can tell if one is gone. */
export const LISTED_FILES: readonly string[] = [
  ...Object.entries(PUBLIC).flatMap(([room, files]) => files.map((file) => room + file)),
  ...Object.entries(INSIDERS).flatMap(([tool, files]) => [tool, ...files]),
];

/** The rooms with an inside are entered by their public files. */
export function roomsAreEnteredByTheirPublicFiles(source: Source): string[] {
  return importsOf(source)
    .filter((target) => !isPublic(target, source.path))
    .map((target) => `${source.path} imports ${target}: it is no public file of its room`);
}

/** A room may lie in another one: a source outside of both enters by the public files of both. */
function isPublic(target: string, importer: string): boolean {
  const entered = Object.keys(PUBLIC).filter((room) => target.startsWith(room) && !importer.startsWith(room));
  const isListed = entered.every((room) => PUBLIC[room]?.includes(target.slice(room.length)));
  return isListed || INSIDERS[importer]?.includes(target) || false;
}
