import { expect, type Page } from '@playwright/test';
import type { Friend, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import { type VisitorRef, visitorPath } from '#domain/paths.ts';
import { linkCalls } from '#domain/protocol/link-calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { seeVisit, shownBy } from '#tests/support/people/linked-visit.ts';
import { type Answer, postJson } from '#tests/support/server/http.ts';
import { filled, type Words } from './parent.ts';
import { signIn } from './signed-in.ts';
import type { Thumb } from './taps.ts';

/** The friend at the door. */
export const ELLA = 'Ella Maria Lind';

interface AtTheDoor {
  page: Page;
  server: { url: string };
  language: Language;
  /** The friend's name; Ella by default. */
  name?: string;
}

interface Door {
  home: HouseholdOnPhone;
  ella: VisitorRef;
}

/** Signs a family in at its dashboard, with one friend, who is out. */
export async function atTheDoor({ page, server, language, name = ELLA }: AtTheDoor): Promise<Door> {
  const home = await registerHousehold(server.url, 'Lind');
  await home.run('updateProfile', { language });
  const ella = await home.addFriend(await home.addChild('Noah'), name, '070-123 45 67');
  await signIn(page.context(), home, server.url);
  await page.goto(`${server.url}/dashboard`);
  return { home, ella };
}

/** Checks the friend in and opens the dialog that messages the parent. */
export async function messageParentAfterCheckIn(
  page: Page,
  { people, messageParent, messageParentDialog }: Words,
  thumb?: Thumb,
) {
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: filled(people.checkInNamed, { name: ELLA }) })
    .first()
    .click();
  return openMessageParent(page, { messageParent, messageParentDialog }, ELLA, thumb);
}

/** Opens the dialog from the toast. */
export async function openMessageParent(
  page: Page,
  { messageParent, messageParentDialog }: Pick<Words, 'messageParent' | 'messageParentDialog'>,
  name = ELLA,
  thumb?: Thumb,
) {
  const open = page.locator('#root').getByRole('button', { name: filled(messageParent.parentOf, { name }) });
  await (thumb ? thumb.press(open.first()) : open.first().click());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: messageParentDialog.title })).toBeVisible();
  return dialog;
}

/** The only visit of the family, as the server has it; waits until it is as asked. */
export async function visitOnServer(
  home: HouseholdOnPhone,
  isThere: (visit: Visit) => boolean,
): Promise<Visit> {
  let found: Visit | undefined;
  await expect
    .poll(async () => {
      const documents = await home.documents();
      found = [...documents].find(([path]) => path.includes('/visits/'))?.[1] as Visit | undefined;
      return found !== undefined && isThere(found);
    })
    .toBe(true);
  if (!found) throw new Error('no visit');
  return found;
}

/** The id of the visit that is open. */
export async function openVisitOf(home: HouseholdOnPhone, ref: VisitorRef): Promise<{ visit: Id }> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const visitor = (await home.documents()).get(visitorPath(ref)) as Friend | undefined;
      found = visitor?.openVisit;
      return found;
    })
    .toBeDefined();
  return { visit: found ?? '' };
}

/** Gives the text that was copied last. The page needs the permission. */
export async function copiedText(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Copies the message, and waits until the server has its link. Returns the link's secret. */
export async function copyLink(
  page: Page,
  home: HouseholdOnPhone,
  { common, messageParentDialog }: Pick<Words, 'common' | 'messageParentDialog'>,
): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: common.copy }).click();
  await visitOnServer(home, ({ links }) => links?.length === 1);
  await expect(dialog.getByText(messageParentDialog.copied)).toBeVisible();
  return secretIn(await copiedText(page));
}

/** Returns the secret of the link in a message; throws if there is none. */
export function secretIn(message: string): string {
  const secret = /\/visit#([0-9a-z]{52})$/m.exec(message)?.[1];
  if (!secret) throw new Error(`no link in ${message}`);
  return secret;
}

/** A reader: whoever has the link, without a session. */
export class Reader {
  readonly see = (shown: boolean) => seeVisit(this.#url, this.#link, { shown });
  readonly visit = () => shownBy(this.#url, this.#link);
  readonly #url: string;
  readonly #link: string;

  constructor(url: string, link: string) {
    this.#url = url;
    this.#link = link;
  }

  answer(
    answer: { code: 'on-my-way' | 'thanks' | 'stay'; until?: string } | { takesBack: string },
  ): Promise<Answer> {
    return postJson(this.#url, linkCalls.answerVisit.path, { link: this.#link, answer });
  }
}
