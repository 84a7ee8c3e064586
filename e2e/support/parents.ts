import { createHash, randomBytes } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Id, makeId } from '#domain/ids.ts';
import { type Language, LOCALES } from '#domain/language.ts';
import { calls } from '#domain/protocol/calls.ts';
import { HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import { type Answer, postJson } from '#tests/support/server/http.ts';
import { filled, Parent, type Person, type Words } from './parent.ts';
import { readCode } from './read-code.ts';
import { settledFamily, signIn } from './signed-in.ts';
import { pressStill } from './still.ts';
import type { Thumb } from './taps.ts';

/** Registers a family with visitors and signs the page in; `url` is the server's. */
export async function familyOn(page: Page, url: string, language: Language): Promise<HouseholdOnPhone> {
  const home = await settledFamily(url, language);
  await signIn(page.context(), home, url);
  await page.goto(`${url}/profile/parents`);
  return home;
}

/** A further browser, of somebody else. */
export async function anotherBrowser(
  browser: Browser,
  language: Language,
  watch: (context: Awaited<ReturnType<Browser['newContext']>>) => void,
): Promise<Parent> {
  const context = await browser.newContext({
    locale: LOCALES[language],
    viewport: { width: 360, height: 640 },
  });
  watch(context);
  return new Parent(await context.newPage(), language);
}

export const sectionOf = (page: Page, words: Words) =>
  page.getByRole('region', { name: words.parents.title, exact: true });

/** Invites on the account page. Returns the link as copied, once the code was read and holds the same. */
export async function invite(page: Page, words: Words): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const section = sectionOf(page, words);
  await pressStill(section.getByRole('button', { name: words.parents.invite.open }));
  const code = section.getByRole('img', { name: words.parents.invite.code });
  await expect(code).toBeVisible();
  await pressStill(section.getByRole('button', { name: words.parents.invite.copy }));
  await expect(section.getByText(words.parents.invite.copied)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(await readCode(code)).toBe(link);
  return link;
}

/** Follows an invitation with a new account, and asks to join: two presses beside the registration. */
export async function askWithNewAccount(
  parent: Parent,
  link: string,
  who: Person,
  thumb: Thumb,
): Promise<void> {
  const { page, words } = parent;
  await page.goto(link);
  await thumb.press(page.getByRole('main').getByRole('link', { name: words.signIn.createAccount }));
  await parent.fillRegistration(who);
  await thumb.press(page.getByRole('button', { name: words.join.ask }));
  await expect(
    page.getByRole('status').filter({ hasText: filled(words.join.asked, { name: 'Astrid' }) }),
  ).toBeVisible();
}

/** Lets in whoever asks, once the parent has shown who it is. */
export async function letIn(page: Page, words: Words, { firstName, lastName, email }: Person): Promise<void> {
  const section = sectionOf(page, words);
  const question = filled(words.parents.asked.question, { name: `${firstName} ${lastName}`, email });
  await expect(section.getByText(question)).toBeVisible();
  await section.getByRole('button', { name: words.parents.asked.yes }).click();
  await showItIsYou({ page, words }, PASSWORD);
  await expect(section.getByText(filled(words.parents.asked.approved, { name: firstName }))).toBeVisible();
}

/** Answers the question who it is. */
export async function showItIsYou(
  { page, words }: Pick<Parent, 'page' | 'words'>,
  password: string,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words.account.proof.title });
  await dialog.getByLabel(words.account.proof.password).fill(password);
  await dialog.getByRole('button', { name: words.account.proof.confirm }).click();
}

/** Joins, once let in, with the password, and waits for the dashboard of the family. */
export async function joinNow(parent: Parent, password: string): Promise<void> {
  const { page, words } = parent;
  await page.getByRole('button', { name: words.join.join }).click();
  await showItIsYou(parent, password);
  await expect(page.getByRole('heading', { level: 1, name: words.hereNow.title })).toBeVisible();
}

const ok = async (answer: Promise<Answer>) => expect((await answer).status).toBe(200);

/** Invites by a call alone, signed in just now. Returns the secret of the invitation. */
export async function openInvite(host: HouseholdOnPhone): Promise<string> {
  const secret = makeId(randomBytes(32));
  const hash = createHash('sha256').update(secret).digest('base64url');
  await ok(host.post(calls.inviteParent.path, { hash, household: host.account.household }));
  return secret;
}

/** Lets an account in from another device of the host's, so that the pages of this one still ask who it is. */
export async function letInByCalls({ url, account }: HouseholdOnPhone, uid: Id): Promise<void> {
  const { cookie = '' } = await postJson(url, calls.logIn.path, { email: account.email, password: PASSWORD });
  const device = new HouseholdOnPhone(url, account, cookie);
  await ok(device.post(calls.reauthenticate.path, { password: PASSWORD }));
  await ok(device.post(calls.letIn.path, { uid, yes: true }));
  await ok(device.post(calls.logOut.path, {}));
}

/** Has a family's account join another, by calls alone; both have signed in just now. */
export async function joinByCalls(host: HouseholdOnPhone, joining: HouseholdOnPhone): Promise<void> {
  const secret = await openInvite(host);
  await ok(joining.post(calls.askToJoin.path, { invitation: secret }));
  await letInByCalls(host, joining.account.uid);
  await ok(joining.post(calls.reauthenticate.path, { password: PASSWORD }));
  await ok(
    joining.post(calls.joinHousehold.path, { invitation: secret, household: joining.account.household }),
  );
  joining.account.household = host.account.household;
}
