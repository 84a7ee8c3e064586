import { createInvitationLink, createRecoveryLink } from '#server/auth/mail/recovery-link.ts';
import { adminCommand, CommandFailed } from './admin-command.ts';

export const invite = adminCommand({
  summary: 'Makes a link by which one parent can create an account, where REGISTRATION is invite.',
  async run(config) {
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
});

const WITHOUT_PASSKEY = '--without-passkey';

const UNVERIFIED = 'The e-mail was never verified, so the link also ends';
const ENDS = {
  services: `${UNVERIFIED} the account's connected providers. Tell the parent.`,
  'services-passkeys-codes': `${UNVERIFIED} the account's passkeys, recovery codes and connected providers. Tell the parent.`,
};

export const recoveryLink = adminCommand({
  usage: `<e-mail> [${WITHOUT_PASSKEY}]`,
  options: { 'without-passkey': { type: 'boolean' } },
  most: 1,
  summary: `Makes a link by which a parent chooses a new password; with ${WITHOUT_PASSKEY} if the passkey is lost too.`,
  async run(config, { 'without-passkey': withoutPasskey = false }, [email = '']) {
    const made = await createRecoveryLink(config, email, { withoutPasskey });
    if (made === undefined) throw new CommandFailed(`No account has the e-mail ${email}.`);
    // Only the link goes to standard output; nothing goes to a log.
    process.stderr.write('Send this link to the parent privately. It works once, for 60 minutes:\n');
    process.stdout.write(`${made.link}\n`);
    if (made.ends !== 'nothing') process.stderr.write(`${ENDS[made.ends]}\n`);
  },
});
