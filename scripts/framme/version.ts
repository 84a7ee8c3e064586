import { VERSION } from '#server/process/version.ts';
import { type BareCommand, parseCommandLine } from './admin-command.ts';

export const version: BareCommand = {
  usage: '',
  summary: 'Prints the version of Framme, of Node and of SQLite.',
  async runBare(args) {
    parseCommandLine(args, 'version', { options: {} });
    const { node, sqlite } = process.versions;
    process.stdout.write(`Framme ${VERSION} (Node ${node}, SQLite ${sqlite})\n`);
  },
};
