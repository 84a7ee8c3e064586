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

const UNCONFIRMED = 'Nothing ever confirmed that the address is theirs, so the link also ends';
const ENDS = {
  services: `${UNCONFIRMED} the services that the account is connected to.`,
  'services-passkeys-codes': `${UNCONFIRMED} the passkeys, recovery codes and services of the account. Tell them.`,
};

const given = process.argv.slice(2);
const withoutPasskey = given.includes(WITHOUT_PASSKEY);
const [email, ...more] = given.filter((word) => word !== WITHOUT_PASSKEY);
if (!email || more.length > 0)
  giveUp('Say whose password is forgotten: npm run recovery-link -- anna@example.org');
if (existsSync('.env')) process.loadEnvFile('.env');
const config = readConfig(process.env);
if (Array.isArray(config)) giveUp('These settings are wrong:', ...config.map((line) => `- ${line}`));
try {
  const made = await createRecoveryLink(config, email, { withoutPasskey });
  if (made === undefined) giveUp(`Nobody here has the e-mail ${email}.`);
  // Only the link goes to standard output; nothing goes to a log.
  process.stderr.write(
    'Hand this link to the parent, by a way that nobody else reads. It works once, for 60 minutes:\n',
  );
  process.stdout.write(`${made.link}\n`);
  if (made.ends !== 'nothing') process.stderr.write(`${ENDS[made.ends]}\n`);
} catch (error) {
  if (error instanceof CannotOpenStore) giveUp(error.message);
  giveUp(`The link could not be made: ${JSON.stringify(describeError(error))}`);
}
