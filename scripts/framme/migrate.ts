import { openStore } from '#server/store/hosting/open.ts';
import { type HostCommand, readWords } from './command.ts';

/** Brings the data to this version, as the start of the server does. */
export const migrate: HostCommand = {
  usage: '',
  summary:
    'Brings the data to this version and ends, as the start of the server does. On SQLite stop the server first.',
  async run(words, config) {
    readWords(words, 'migrate', { options: {} });
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
