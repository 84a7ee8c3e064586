import { onTestFinished } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { mailTranslations } from '#server/mail/render-mail.ts';
import type { MailTemplate } from '#server/mail/translation.ts';
import { type AppOptions, type AppUnderTest, startApp, until } from './app.ts';
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts';

/** The app with a real mail server. */
export interface AppWithMail {
  app: AppUnderTest;
  mails: MailServer;
  /** Waits for `count` mails of one kind. Returns the last. */
  waitForMail(name: MailTemplate, count?: number): Promise<ReceivedMail>;
}

/** Starts both; they stop with the test. `start` may start the app in another way. */
export async function startAppWithMail(
  options: AppOptions = {},
  start: typeof startApp = startApp,
): Promise<AppWithMail> {
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  const app = await start({ ...options, env: { ...mails.env, ...options.env } });
  return {
    app,
    mails,
    async waitForMail(name, count = 1) {
      const subjects = LANGUAGES.map((language) => mailTranslations[language].templates[name].subject);
      const found = () => mails.received.filter(({ mail }) => subjects.includes(mail.subject ?? ''));
      await until(() => found().length >= count);
      const last = found().at(-1);
      if (!last) throw new Error('no mail came');
      return last;
    },
  };
}
