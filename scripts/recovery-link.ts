import { existsSync } from 'node:fs';
import { createRecoveryLink } from '#server/auth/mail/recovery-link.ts';
import { readConfig } from '#server/config/config.ts';
import { describeError } from '#server/process/log.ts';
import { CannotOpenStore } from '#server/store/port.ts';

function giveUp(...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

const WITHOUT_PASSKEY = '--without-passkey';

const UNVERIFIED = 'The e-mail was never verified, so the link also ends';
const ENDS = {
  services: `${UNVERIFIED} the account's connected providers. Tell the parent.`,
  'services-passkeys-codes': `${UNVERIFIED} the account's passkeys, recovery codes and connected providers. Tell the parent.`,
};

const given = process.argv.slice(2);
const withoutPasskey = given.includes(WITHOUT_PASSKEY);
const [email, ...more] = given.filter((word) => word !== WITHOUT_PASSKEY);
if (!email || more.length > 0)
  giveUp('Give the e-mail of the parent who forgot the password: npm run recovery-link -- anna@example.org');
if (existsSync('.env')) process.loadEnvFile('.env');
const config = readConfig(process.env);
if (Array.isArray(config)) giveUp('Correct these settings:', ...config.map((line) => `- ${line}`));
try {
  const made = await createRecoveryLink(config, email, { withoutPasskey });
  if (made === undefined) giveUp(`No account has the e-mail ${email}.`);
  // Only the link goes to standard output; nothing goes to a log.
  process.stderr.write('Send this link to the parent privately. It works once, for 60 minutes:\n');
  process.stdout.write(`${made.link}\n`);
  if (made.ends !== 'nothing') process.stderr.write(`${ENDS[made.ends]}\n`);
} catch (error) {
  if (error instanceof CannotOpenStore) giveUp(error.message);
  giveUp(`The link could not be made: ${JSON.stringify(describeError(error))}`);
}
