import { newPushKey } from '#server/push/vapid.ts';
import { openStore, withAdminStore } from '#server/store/admin/open.ts';
import { adminCommand } from './admin-command.ts';

export const migrate = adminCommand({
  summary:
    'Brings the data to this version and ends, as the start of the server does. On SQLite stop the server first.',
  async run(config) {
    const onUntrustedDisk = (error: unknown) => {
      throw error;
    };
    const store = await openStore(config, onUntrustedDisk, (figures, text) =>
      process.stderr.write(`${text} ${JSON.stringify(figures)}\n`),
    );
    await store.close();
    process.stdout.write('The data is at the schema of this version.\n');
  },
});

/** For restores that the store cannot detect itself (docs/hosting/backup.md). */
export const restored = adminCommand({
  summary: 'After a backup was restored: lets phones send again what it lacks. Stop the server first.',
  async run(config) {
    await withAdminStore(config, (store) => store.markRestored());
    process.stdout.write('At the next start phones send again what the backup lacks.\n');
  },
});

/** Makes the push key in a stolen copy useless (SECURITY.md). */
export const renewPushKey = adminCommand({
  summary:
    'After a copy of the data was stolen: makes a new push key, and ends all subscriptions. Stop the server first.',
  details: [
    'A phone ends its former subscription, and begins one with the new key, when Framme is next opened on it. Until then it gets',
    'no notification of this server, and whoever has the copy can still show texts on it.',
  ],
  async run(config) {
    await withAdminStore(config, (store) => store.renewPushKey(newPushKey(Date.now())));
    process.stdout.write('The push key is new. Phones subscribe again when Framme is next opened on them.\n');
  },
});
