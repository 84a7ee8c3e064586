import { withAdminStore } from '#server/store/admin/open.ts';
import { type AdminCommand, parseCommandLine } from './admin-command.ts';

/** For restores that the store cannot detect itself (docs/hosting/backup.md). */
export const restored: AdminCommand = {
  usage: '',
  summary: 'After a backup was restored: lets phones send again what it lacks. Stop the server first.',
  async run(args, config) {
    parseCommandLine(args, 'restored', { options: {} });
    await withAdminStore(config, (store) => store.markRestored());
    process.stdout.write('At the next start phones send again what the backup lacks.\n');
  },
};
