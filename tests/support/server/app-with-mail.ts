import { afterAll, onTestFinished } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { mailTranslations } from '#server/mail/render-mail.ts';
import type { MailTemplate } from '#server/mail/translation.ts';
import { type AppOptions, type AppUnderTest, shareApp, startApp, until } from './app.ts';
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts';

/** The app with a real mail server. */
export interface AppWithMail {
  app: AppUnderTest;
  mails: MailServer;
  /** Waits for `count` mails of one kind. Returns the last. */
  waitForMail(name: MailTemplate, count?: number): Promise<ReceivedMail>;
  /** Like `waitForMail`, for the mails to one address. */
  mailTo(address: string, name: MailTemplate, count?: number): Promise<ReceivedMail>;
}

/** Starts both; they stop with the test. `start` may start the app in another way. */
export async function startAppWithMail(
  options: AppOptions = {},
  start: typeof startApp = startApp,
): Promise<AppWithMail> {
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  return withMails(await start({ ...options, env: { ...mails.env, ...options.env } }), mails);
}

/** Shares both between the tests of a file, each of which has addresses of its own. */
export function shareAppWithMail(options: () => Promise<AppOptions> = async () => ({})): () => AppWithMail {
  let mails: MailServer | undefined;
  afterAll(() => mails?.stop());
  const app = shareApp(async () => {
    mails = await startMailServer();
    const { env, ...others } = await options();
    return { ...others, env: { ...mails.env, ...env } };
  });
  return () => {
    if (!mails) throw new Error('the mail server has not started yet');
    return withMails(app(), mails);
  };
}

function withMails(app: AppUnderTest, mails: MailServer): AppWithMail {
  const wait = async (name: MailTemplate, count: number, isMeant: (mail: ReceivedMail) => boolean) => {
    const subjects = LANGUAGES.map((language) => mailTranslations[language].templates[name].subject);
    const found = () =>
      mails.received.filter((one) => subjects.includes(one.mail.subject ?? '') && isMeant(one));
    await until(() => found().length >= count);
    const last = found().at(-1);
    if (!last) throw new Error('no mail came');
    return last;
  };
  return {
    app,
    mails,
    waitForMail: (name, count = 1) => wait(name, count, () => true),
    mailTo: (address, name, count = 1) =>
      wait(name, count, ({ recipients }) => recipients.some((one) => isSame(one, address))),
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
