import { VERSION } from '#server/process/version.ts';
import { type BareCommand, readWords } from './command.ts';

/** Prints the version of Framme and of what it runs on. */
export const version: BareCommand = {
  usage: '',
  summary: 'Prints the version of Framme, of Node and of SQLite.',
  async runBare(words) {
    readWords(words, 'version', { options: {} });
    const { node, sqlite } = process.versions;
    process.stdout.write(`Framme ${VERSION} (Node ${node}, SQLite ${sqlite})\n`);
  },
};
