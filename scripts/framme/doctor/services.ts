import { DAY_MS } from '#domain/time.ts';
import type { Config } from '#server/config/config.ts';
import { tryMailServer } from '#server/mail/mailer.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { fileFault, isWithheld } from '#server/process/files.ts';
import { diagnoseStore } from '#server/store/admin/inspect.ts';
import { CannotOpenStore } from '#server/store/ports/store.ts';
import { type Check, checksOf, reasonOf, refusal, TRUST_OWN } from './check.ts';

/** In ms: from this difference taps get wrong times. */
const CLOCKS_DIFFER = 2000;

export async function* checkDatabase(config: Config): AsyncIterable<Check> {
  const { ok, warning, problem } = checksOf('database');
  const clock = checksOf('clock');
  try {
    const found = await diagnoseStore(config);
    if (found === undefined) {
      // The check of the folder has the remedy.
      if (isWithheld(config.dataDir)) return;
      yield warning('There is no database yet.', 'The start makes it.');
      return;
    }
    const { version, clockAhead = 0, isPooled, until, migratesTo, movedAway, pushKeyMadeAt } = found;
    yield ok(`${version} answers.`);
    if (movedAway !== undefined) yield refusal('move', movedAway, 'warning');
    if (pushKeyMadeAt !== undefined && config.pushServices.length > 0)
      yield checksOf('push').ok(
        `The push key is ${ageOf(pushKeyMadeAt)}; if a copy of the data is stolen: ${FRAMME} renew-push-key.`,
      );
    if (migratesTo !== undefined)
      yield warning(
        `The next start migrates it to schema ${migratesTo}.`,
        config.backupBeforeMigration === 'on'
          ? 'It makes a backup before; do not switch off until it is ready.'
          : `Make a backup before, for BACKUP_BEFORE_MIGRATION is off: ${FRAMME} backup`,
      );
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
    if (error instanceof CannotOpenStore) yield refusal('database', error.message);
    else
      yield problem(
        `It could not be read (${fileFault(error) ?? reasonOf(error)}).`,
        `${FRAMME} verify tells more.`,
      );
  }
}

/** `madeAt`: ISO, or empty if unknown. */
function ageOf(madeAt: string): string {
  const days = Math.floor((Date.now() - Date.parse(madeAt)) / DAY_MS);
  return madeAt === '' ? 'from before its date was noted' : `${days} ${days === 1 ? 'day' : 'days'} old`;
}

/** OpenSSL's messages for an unknown authority; nodemailer reports its own code. */
const UNTRUSTED_WORDS = /self-signed certificate|unable to (?:get local issuer|verify the first) certificate/;

/** Logs in without sending anything. */
export async function checkMail({ smtp, mailFrom, publicOrigin }: Config): Promise<Check> {
  const { ok, warning, problem } = checksOf('mail');
  if (!smtp || !mailFrom)
    return warning(
      'No mail server is set: a parent who forgot the password needs a link of yours.',
      'Set SMTP_URL and MAIL_FROM, or leave it so.',
    );
  try {
    await tryMailServer(smtp, mailFrom, publicOrigin);
    return ok(`${smtp.host}:${smtp.port} takes the log-in.`);
  } catch (error) {
    const says = `${smtp.host}:${smtp.port} takes no mail (${reasonOf(error)}).`;
    if (error instanceof Error && UNTRUSTED_WORDS.test(error.message)) return problem(says, `${TRUST_OWN}.`);
    return problem(says, 'Correct SMTP_URL, or ask who runs the mail server; it must allow this machine.');
  }
}
