import { createRecoveryLink } from '#server/auth/mail/recovery-link.ts';
import { type AdminCommand, CommandFailed, parseCommandLine } from './admin-command.ts';

const WITHOUT_PASSKEY = '--without-passkey';

const options = { 'without-passkey': { type: 'boolean' } } as const;

const UNVERIFIED = 'The e-mail was never verified, so the link also ends';
const ENDS = {
  services: `${UNVERIFIED} the account's connected providers. Tell the parent.`,
  'services-passkeys-codes': `${UNVERIFIED} the account's passkeys, recovery codes and connected providers. Tell the parent.`,
};

export const recoveryLink: AdminCommand = {
  usage: `<e-mail> [${WITHOUT_PASSKEY}]`,
  summary: `Makes a link by which a parent chooses a new password; with ${WITHOUT_PASSKEY} if the passkey is lost too.`,
  async run(args, config) {
    const { values, positionals } = parseCommandLine(args, 'recovery-link anna@example.org', {
      options,
      most: 1,
    });
    const [email = ''] = positionals;
    const withoutPasskey = values['without-passkey'] ?? false;
    const made = await createRecoveryLink(config, email, { withoutPasskey });
    if (made === undefined) throw new CommandFailed(`No account has the e-mail ${email}.`);
    // Only the link goes to standard output; nothing goes to a log.
    process.stderr.write('Send this link to the parent privately. It works once, for 60 minutes:\n');
    process.stdout.write(`${made.link}\n`);
    if (made.ends !== 'nothing') process.stderr.write(`${ENDS[made.ends]}\n`);
  },
};
