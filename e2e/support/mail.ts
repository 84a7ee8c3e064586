import { expect, type Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { AllTexts } from '#client/translations/translations.ts';
import type { Language } from '#domain/language.ts';
import { mailTranslations } from '#server/mail/render-mail.ts';
import type { MailTemplate } from '#server/mail/translation.ts';
import {
  codeIn,
  linkIn,
  type MailServer,
  type ReceivedMail,
  startMailServer,
} from '#tests/support/server/mail-server.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { test as base } from './framme.ts';

/** Playwright's test with a real mail server. */
export const test = base.extend<{ mails: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
  mails: async ({}, use) => {
    const mails = await startMailServer();
    await use(mails);
    await mails.stop();
  },
  server: async ({ mails, page }, use) => {
    const server = await startServer({ env: { ...mails.env, HOST_NAME: 'Ängens förening' } });
    await use(server);
    await page.close();
    await server.stop();
  },
});

interface PageAndMailWords {
  pages: AllTexts['recovery'];
  templates: Record<MailTemplate, { subject: string }>;
}

/** Texts of the mails, and of the pages they link to. */
export function textsIn(language: Language): PageAndMailWords {
  return { pages: ALL_TEXTS[language].recovery, templates: mailTranslations[language].templates };
}

/** Returns the link of the newest mail with this subject. */
export async function mailedLink(mails: MailServer, subject: string): Promise<string> {
  return linkIn(await newestMail(mails, subject));
}

/** Returns the code of the newest mail with this subject. */
export async function mailedCode(mails: MailServer, subject: string): Promise<string> {
  return codeIn(await newestMail(mails, subject));
}

async function newestMail({ received }: MailServer, subject: string): Promise<ReceivedMail> {
  const found = () => received.findLast(({ mail }) => mail.subject === subject);
  await expect.poll(() => found() !== undefined).toBe(true);
  const mail = found();
  if (!mail) throw new Error('no such mail');
  return mail;
}

/** Returns a link as a messenger writes it: its # escaped, in capitals, with a mark that nobody sees and a parameter. */
export function damaged(link: string): string {
  const [page = '', secret = ''] = link.split('#');
  return `${page}%23${secret.toUpperCase()}\u200b&fbclid=1`;
}

/** Opens a link as from a mail program; its secret leaves the address at once. */
export async function open(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page).toHaveURL(link.replace(/(#|%23).*/, ''));
}
