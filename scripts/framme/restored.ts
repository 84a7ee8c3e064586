import { withHostStore } from '#server/store/hosting/open.ts';
import { type HostCommand, readWords } from './command.ts';

/** Tells the store that a backup was restored, where it cannot notice that by itself (docs/hosting/backup.md). */
export const restored: HostCommand = {
  usage: '',
  summary: 'After a backup was restored: lets phones send again what it lacks. Stop the server first.',
  async run(words, config) {
    readWords(words, 'restored', { options: {} });
    await withHostStore(config, (store) => store.markRestored());
    process.stdout.write('At the next start phones send again what the backup lacks.\n');
  },
};
