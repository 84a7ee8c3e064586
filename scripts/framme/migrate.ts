import { openStore } from '#server/store/admin/open.ts';
import { type AdminCommand, parseCommandLine } from './admin-command.ts';

export const migrate: AdminCommand = {
  usage: '',
  summary:
    'Brings the data to this version and ends, as the start of the server does. On SQLite stop the server first.',
  async run(args, config) {
    parseCommandLine(args, 'migrate', { options: {} });
    const onUntrustedDisk = (error: unknown) => {
      throw error;
    };
    const store = await openStore(config, onUntrustedDisk, (figures, text) =>
      process.stderr.write(`${text} ${JSON.stringify(figures)}\n`),
    );
    await store.close();
    process.stdout.write('The data is at the schema of this version.\n');
  },
};
