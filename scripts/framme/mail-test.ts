import * as v from 'valibot';
import { emailSchema } from '#domain/fields.ts';
import type { SmtpServer } from '#server/config/mail-settings.ts';
import { deliverBySmtp } from '#server/mail/mailer.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { VERSION } from '#server/process/version.ts';
import { adminCommand, CommandFailed } from './admin-command.ts';

export const mailTest = adminCommand({
  usage: '<e-mail>',
  most: 1,
  summary:
    'Sends one mail to an address of yours, by the mail server of the settings, and says what that answered.',
  details: ['It needs no account of that address. Look if the mail arrives, and not as spam.'],
  async run(config, _given, [address]) {
    const { smtp, mailFrom, publicOrigin } = config;
    const to = v.safeParse(emailSchema, address);
    if (!to.success) throw new CommandFailed(`${JSON.stringify(address)} is no e-mail address.`, 2);
    if (!smtp || !mailFrom)
      throw new CommandFailed('No mail server is set, so Framme sends no mail. Set SMTP_URL and MAIL_FROM.');
    const server = `${smtp.host}:${smtp.port}`;
    const text = `Framme ${VERSION} can send mail by ${server}. Nobody has to do anything.`;
    const mail = { to: to.output, subject: 'A test by Framme', text, html: `<p>${text}</p>` };
    await deliverBySmtp(
      smtp,
      mailFrom,
      publicOrigin,
    )(mail).catch((error: unknown) => {
      throw new CommandFailed(
        `${server} did not take the mail: ${answerIn(error, smtp)}. ${FRAMME} doctor tells if it takes the log-in.`,
      );
    });
    process.stdout.write(
      `${server} took the mail to ${to.output}. If it does not arrive, look among spam, and at SPF and DKIM in the DNS of ${mailFrom.address.replace(/^.*@/, '')}.\n`,
    );
  },
});

/** In one line, without the password. */
function answerIn(error: unknown, { login }: SmtpServer): string {
  const { message = 'unknown', response = message } = error as { message?: string; response?: string };
  const line = response.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return login ? line.replaceAll(login.password, '…') : line;
}
