import type { Config } from '#server/config/config.ts';
import { tryMailServer } from '#server/mail/smtp.ts';
import { diagnoseStore } from '#server/store/hosting/inspect.ts';
import { CannotOpenStore } from '#server/store/ports/store.ts';
import { type Check, checksOf, reasonOf } from './check.ts';

/** The difference of clocks in ms from which taps get wrong times. */
const CLOCKS_DIFFER = 2000;

/** Checks that the database answers, how it is reached, and that its clock and data agree with the clock of this machine. */
export async function* checkDatabase(config: Config): AsyncIterable<Check> {
  const { ok, warning, problem } = checksOf('database');
  const clock = checksOf('clock');
  try {
    const found = await diagnoseStore(config);
    if (found === undefined) {
      yield warning('There is no database yet.', 'The start makes it.');
      return;
    }
    const { version, clockAhead = 0, isPooled, until } = found;
    yield ok(`${version} answers.`);
    if (isPooled)
      yield problem(
        'A pooler in transaction mode stands between, which loses prepared statements and hints.',
        'Connect directly, or set the pooler to session mode.',
      );
    if (Math.abs(clockAhead) > CLOCKS_DIFFER)
      yield clock.warning(
        `The clock of the database is ${Math.round(clockAhead / 1000)} s ahead of this machine's.`,
        'Keep both right by a time server.',
      );
    if (until !== undefined && Date.parse(until) > Date.now() + 60_000)
      yield clock.problem(`The data has a change of ${until}, which is yet to come.`, 'Set the clock right.');
  } catch (error) {
    if (error instanceof CannotOpenStore) yield problem(error.message, 'See above.');
    else yield problem(`It could not be read (${reasonOf(error)}).`, 'npm run framme -- verify tells more.');
  }
}

/** Checks that the mail server takes the log-in; sends nothing. */
export async function checkMail({ smtp }: Config): Promise<Check> {
  const { ok, warning, problem } = checksOf('mail');
  if (!smtp)
    return warning(
      'No mail server is set: a parent who forgot the password needs a link of yours.',
      'Set SMTP_URL and MAIL_FROM, or leave it so.',
    );
  try {
    await tryMailServer(smtp);
    return ok(`${smtp.host}:${smtp.port} takes the log-in.`);
  } catch (error) {
    return problem(
      `${smtp.host}:${smtp.port} takes no mail (${reasonOf(error)}).`,
      'Correct SMTP_URL, or ask who runs the mail server; it must allow this machine.',
    );
  }
}
