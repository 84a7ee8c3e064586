import { createInvitationLink } from '#server/auth/mail/recovery-link.ts';
import { type AdminCommand, CommandFailed, parseCommandLine } from './admin-command.ts';

export const invite: AdminCommand = {
  usage: '',
  summary: 'Makes a link by which one parent can create an account, where REGISTRATION is invite.',
  async run(args, config) {
    parseCommandLine(args, 'invite', { options: {} });
    if (config.registration === 'closed')
      throw new CommandFailed(
        'REGISTRATION is closed: with a link nobody could register either. Set it to invite.',
      );
    const link = await createInvitationLink(config);
    // Only the link goes to standard output; nothing goes to a log.
    process.stderr.write('Send this link to the parent privately. It opens one account, within 7 days:\n');
    process.stdout.write(`${link}\n`);
    if (config.registration === 'open')
      process.stderr.write('REGISTRATION is open, so nobody needs a link yet.\n');
  },
};
