import { expect, type Locator, type Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import type { Id } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { type HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import { done, invite as openInvite, reauthenticate } from '#tests/support/people/two-parents.ts';
import { filled, type Parent, type Person, type Words } from './parent.ts';
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
  await expect(page.getByRole('heading', { level: 1, name: words.common.nav.dashboard })).toBeVisible();
}

/** Lets an account in from another device of the host's, so that the pages of this one still ask who it is. */
export async function letInByCalls(host: HouseholdOnPhone, uid: Id): Promise<void> {
  const device = await anotherDevice(host);
  await reauthenticate(device);
  await done(device, 'letIn', { uid, yes: true });
  await done(device, 'logOut', {});
}

/** Has a family's account join another, by calls alone; both have signed in just now. */
export async function joinByCalls(host: HouseholdOnPhone, joining: HouseholdOnPhone): Promise<void> {
  const invitation = await openInvite(host);
  await done(joining, 'askToJoin', { invitation });
  await letInByCalls(host, joining.account.uid);
  await reauthenticate(joining);
  await done(joining, 'joinHousehold', { invitation, household: joining.account.household });
  joining.account.household = host.account.household;
}

/** Light and dark, of 255: below and above, a reader is sure. */
const DARK = 80;
const LIGHT = 175;

/** Reads a QR code from its pixels on the screen, as a camera does, and checks that its quiet zone is light. */
export async function readCode(code: Locator): Promise<string> {
  const png = (await code.screenshot({ animations: 'disabled' })).toString('base64');
  const blank = await code.page().context().newPage();
  const image = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    // Text, because Playwright wraps each number of an array.
    const { buffer } = context?.getImageData(0, 0, width, height).data ?? new Uint8Array();
    return { width, height, pixels: new Uint8Array(buffer).toBase64() };
  }, png);
  await blank.close();
  const data = Uint8Array.fromBase64(image.pixels);
  const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const lightAt = (x: number, y: number) => {
    const at = (place: number, size: number) => Math.floor(((place + 0.5) / modules) * size);
    return data[4 * (at(y, image.height) * image.width + at(x, image.width))] ?? 0;
  };
  // The corners are rounded; the first module inside belongs to a finder pattern.
  for (let along = 4; along < modules - 4; along += 1)
    for (const edge of [1, 3, modules - 4, modules - 2])
      expect(Math.min(lightAt(along, edge), lightAt(edge, along))).toBeGreaterThan(LIGHT);
  expect(lightAt(4, 4)).toBeLessThan(DARK);
  // A retry is not left out because the machine is busy.
  return decodeQR({ ...image, data }, { timeLimit: 5000 });
}
