import { deleteFamily } from '#server/export/by-operator.ts';
import { type AdminCommand, CommandFailed, parseCommandLine } from './admin-command.ts';

const USAGE = '<e-mail> --yes';

const options = { yes: { type: 'boolean' } } as const;

export const deleteCommand: AdminCommand = {
  usage: USAGE,
  summary: "Deletes a parent's account with all data of its family, for ever.",
  details: [
    'It is what the parent can do under Profile, Data, for one who cannot sign in. Make sure who asks.',
    'A family that other parents stay in stays theirs: only the account and its profile go.',
    'Phones learn of it at their next call. Backups keep the data until they are deleted themselves.',
    'It is a security event: a line on standard error.',
  ],
  async run(args, config) {
    const { values, positionals } = parseCommandLine(args, `delete ${USAGE}`, { options, most: 1 });
    const [email = ''] = positionals;
    if (!values.yes)
      throw new CommandFailed(
        `Nothing was deleted. It cannot be undone: add --yes to delete the family of ${email}.`,
        2,
      );
    const staying = await deleteFamily(config, email);
    if (staying === undefined) throw new CommandFailed(`No account has the e-mail ${email}.`);
    process.stdout.write(
      staying === 0
        ? `The account of ${email} and its family were deleted.\n`
        : `The account of ${email} was deleted. Its family stays with its other parents.\n`,
    );
  },
};
