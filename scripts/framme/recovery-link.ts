import { createRecoveryLink } from '#server/auth/mail/recovery-link.ts';
import { CommandFailed, type HostCommand } from './command.ts';

const WITHOUT_PASSKEY = '--without-passkey';

const UNVERIFIED = 'The e-mail was never verified, so the link also ends';
const ENDS = {
  services: `${UNVERIFIED} the account's connected providers. Tell the parent.`,
  'services-passkeys-codes': `${UNVERIFIED} the account's passkeys, recovery codes and connected providers. Tell the parent.`,
};

/** Prints a link by which a parent chooses a new password. */
export const recoveryLink: HostCommand = {
  usage: `<e-mail> [${WITHOUT_PASSKEY}]`,
  summary: `Makes a link by which a parent chooses a new password; with ${WITHOUT_PASSKEY} if the passkey is lost too.`,
  async run(words, config) {
    const withoutPasskey = words.includes(WITHOUT_PASSKEY);
    const [email, ...more] = words.filter((word) => word !== WITHOUT_PASSKEY);
    if (!email || more.length > 0)
      throw new CommandFailed(
        'Give the e-mail of the parent who forgot the password: npm run framme -- recovery-link anna@example.org',
      );
    const made = await createRecoveryLink(config, email, { withoutPasskey });
    if (made === undefined) throw new CommandFailed(`No account has the e-mail ${email}.`);
    // Only the link goes to standard output; nothing goes to a log.
    process.stderr.write('Send this link to the parent privately. It works once, for 60 minutes:\n');
    process.stdout.write(`${made.link}\n`);
    if (made.ends !== 'nothing') process.stderr.write(`${ENDS[made.ends]}\n`);
  },
};
